// Makes the window a student of the class of `warpscope serve`, like the light page in src/web/class. Both pages of a
// browser are the same student.
"use strict";

const classTokenKey = "warpscope class";
const classPause = 1000; // milliseconds between polls

function readClassToken() {
  try {
    return localStorage.getItem(classTokenKey) || "";
  } catch (error) {
    return ""; // the browser keeps nothing
  }
}

function keepClassToken(token) {
  try {
    localStorage.setItem(classTokenKey, token);
  } catch (error) {
    // A reload then joins again.
  }
}

// `pass` receives each message for the window. `find` makes a lesson of the server available and returns its file.
function followClass(pass, find) {
  let token = readClassToken(), revision = "", isLost = false, hasJoined = false, hasLeft = false, timer = 0;

  async function request(path, body) {
    const options = {cache: "no-store", headers: {Authorization: `Bearer ${token}`}};
    if (body !== undefined) {
      options.method = "POST";
      options.headers["Content-Type"] = "application/json";
      options.body = body;
    }
    const answer = await fetch(path, options);
    const isJson = answer.status !== 204 && (answer.headers.get("Content-Type") || "").startsWith("application/json");
    return {status: answer.status, content: isJson ? await answer.json() : null};
  }

  async function join() {
    const {status, content} = await request("class/join", "{}");
    if (status !== 200) throw new Error(content ? content.error : `status ${status}`);
    token = content.student;
    revision = "";
    hasJoined = true;
    keepClassToken(token);
  }

  async function poll() {
    if (!token) await join();
    const {status, content} = await request(`class/state?since=${encodeURIComponent(revision)}`);
    if (status === 401) {
      token = "";
    } else if (status === 200) {
      const file = await find(content.name);
      if (hasLeft) return;
      revision = content.revision;
      pass({...content, file, joined: hasJoined});
      hasJoined = false;
    } else if (status !== 204) {
      throw new Error(`status ${status}`);
    }
    if (isLost && status === 204) revision = "";  // the next poll returns the whole state, which ends the window's message
    isLost = false;
  }

  async function round() {
    try {
      await poll();
    } catch (error) {
      if (!isLost && !hasLeft) pass({lost: true});
      isLost = true;
    }
    if (!hasLeft) timer = setTimeout(round, classPause * (0.9 + 0.2 * Math.random())); // spreads the polls of a class
  }

  round();
  return {
    async send(answer) {
      try {
        const {status, content} = await request("class/answer", answer);
        pass({reply: status, error: content && content.error ? content.error : ""});
      } catch (error) {
        isLost = true; // so that the next poll asks for the state
        pass({reply: 0, error: "the server does not answer"});
      }
    },
    leave() {
      hasLeft = true;
      clearTimeout(timer);
    },
  };
}
