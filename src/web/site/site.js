// Turns a clicked picture into the live experiment. A page has at most one, which bounds its memory.
"use strict";

const root = document.currentScript.src.replace(/[^/]*$/, "");
const pendingKey = "warpscope pending picture";

// A frame has threads only if the page around it is isolated. Pages that load after this worker are isolated.
async function prepareIsolation() {
  if (self.crossOriginIsolated || !self.isSecureContext || !navigator.serviceWorker) return false;
  try {
    await navigator.serviceWorker.register(`${root}isolation.js`);
    await navigator.serviceWorker.ready;
    return true;
  } catch (error) {
    return false; // for example a private window
  }
}

function make(tag, text, properties) {
  return Object.assign(document.createElement(tag), {textContent: text}, properties);
}

function close() {
  const place = document.querySelector(".running");
  if (!place) return;
  place.querySelector(".stage").remove();
  place.classList.remove("running");
}

function show(place, address) {
  close();
  const bar = make("div", "", {className: "bar"});
  const back = make("button", "Back to the picture", {type: "button"});
  back.onclick = () => { close(); place.querySelector(".open").focus(); };
  bar.append(make("strong", place.dataset.title), make("a", "Full window", {href: address}), back);
  const stage = make("div", "", {className: "stage"});
  stage.append(bar, make("iframe", "", {src: address, title: `${place.dataset.title}, live`}));
  place.querySelector(".open").after(stage);
  place.classList.add("running");
  stage.scrollIntoView({block: "nearest"});
}

function takePending() {
  const text = sessionStorage.getItem(pendingKey);
  sessionStorage.removeItem(pendingKey);
  const pending = text && JSON.parse(text);
  return pending && pending.page === location.pathname ? pending : null;
}

const pending = takePending();
const canIsolate = prepareIsolation();

// Reloads the page first if that isolates it.
async function open(place, address) {
  if (pending || !(await canIsolate)) return show(place, address);
  sessionStorage.setItem(pendingKey, JSON.stringify({page: location.pathname, place: place.id, address}));
  location.reload();
}

document.addEventListener("click", event => {
  const link = event.target.closest(".live a");
  if (!link || link.closest(".bar") || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(link.closest(".live"), link.href);
});

if (pending) {
  const place = document.getElementById(pending.place);
  if (place) show(place, pending.address);
}
