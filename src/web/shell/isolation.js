// Service worker that adds the headers which give the page threads, for hosts that cannot send them.
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(clients.claim()));
addEventListener("fetch", event => {
  if (new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(fetch(event.request).then(answer => {
    if (answer.status === 0) return answer;
    const headers = new Headers(answer.headers);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    return new Response(answer.body, {status: answer.status, statusText: answer.statusText, headers});
  }));
});
