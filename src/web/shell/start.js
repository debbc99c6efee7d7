// Loads the program and its files. Keeps settings and state in the browser, and offers to restore the state after a
// trap. Opens the user's files, downloads saved ones, and passes on touches and typed text.
"use strict";

const settingsFile = "/home/web_user/.config/warpscope/settings.json";
const settingsKey = "warpscope settings";
const stateFolder = "/state"; // the program saves its scene and the progress of lessons there
const progressFile = `${stateFolder}/lessons.toml`;
const progressKey = "warpscope lessons";
const restoreKey = "warpscope restore";
const openedFolder = "/opened";
const restoredFile = `${openedFolder}/restored.wscope`;
const savedFolder = "/downloads"; // the program's working folder
const largestFile = 64 << 20; // bytes
const cover = document.getElementById("cover");
const canvas = document.getElementById("canvas");
const keyboard = document.getElementById("keyboard"); // invisible; phones show a keyboard while it has the focus
const highestDensity = 3; // device pixels for each pixel of the page
let isRunning = false;
let hasStopped = false;
const timers = [];

function showStep(text) { document.getElementById("step").textContent = text; }

function showFailure(text) {
  cover.classList.remove("gone");
  cover.classList.add("failed");
  showStep(text);
}

// Threads need a page that is isolated from other sites. Servers can say so in two headers; on https and on this
// computer, a service worker adds them. Returns "threads", "one thread" if the browser gives the page none, or "reload".
async function isolate() {
  const tried = sessionStorage.getItem("isolation") === "tried";
  sessionStorage.removeItem("isolation");
  if (self.crossOriginIsolated) return "threads";
  if (!self.isSecureContext || !navigator.serviceWorker || tried) return "one thread";
  try {
    await navigator.serviceWorker.register("isolation.js");
    await navigator.serviceWorker.ready;
  } catch (error) {
    return "one thread"; // for example a certificate that the browser does not trust
  }
  sessionStorage.setItem("isolation", "tried");
  location.reload();
  return "reload";
}

// Sizes of the downloads in bytes, which scripts/pack_web_page.py writes, because compressed answers have no usable length.
const sizes = {/*SIZES*/};
const received = {};

// Returns a file's content. Only files in `sizes` move the progress bar.
async function download(name) {
  received[name] = 0;
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} cannot be loaded (status ${answer.status}).`);
  const parts = [];
  const reader = answer.body.getReader();
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    if (!(name in sizes)) continue;
    received[name] += value.length;
    const sum = of => Object.keys(received).reduce((total, each) => total + (of[each] || 0), 0);
    document.getElementById("bar").value = Math.min(sum(received) / Math.max(sum(sizes), 1), 1);
  }
  return await new Blob(parts).arrayBuffer();
}

function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = name;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} cannot be loaded.`));
    document.body.appendChild(script);
  });
}

// Unpacks what scripts/pack_web_page.py has packed.
function unpack(archive) {
  const head = new DataView(archive).getUint32(0, true);
  let at = 4 + head;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(new Uint8Array(archive, 4, head)))) {
    FS.mkdirTree(path.replace(/\/[^/]*$/, "") || "/");
    FS.writeFile(path, new Uint8Array(archive, at, size), {canOwn: true});
    at += size;
  }
}

function restoreSettings() {
  for (const [file, key] of [[settingsFile, settingsKey], [progressFile, progressKey]]) {
    const text = localStorage.getItem(key);
    FS.mkdirTree(file.replace(/\/[^/]*$/, ""));
    if (text) FS.writeFile(file, text);
  }
}

function keepSettings() {
  for (const [file, key] of [[settingsFile, settingsKey], [progressFile, progressKey]]) {
    try {
      localStorage.setItem(key, FS.readFile(file, {encoding: "utf8"}));
    } catch (error) {
      // Nothing has been saved yet, or the browser keeps nothing.
    }
  }
}

// Calls `use` with the browser's storage for the scene, which may be too large for localStorage. Returns the result of
// the request that `use` returns.
function useStore(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("warpscope", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("state");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("state", mode);
      const request = use(transaction.objectStore("state"));
      transaction.oncomplete = () => { opening.result.close(); resolve(request.result); };
      transaction.onabort = () => { opening.result.close(); reject(transaction.error); };
    };
  });
}

let keptScene = 0; // time of the scene in the browser's storage

// Keeps the scene that the program has saved last, also after a trap, which leaves files intact.
async function keepScene() {
  try {
    const name = FS.readdir(stateFolder).find(each => each.endsWith(".wscope"));
    if (!name) return;
    const time = Number(FS.stat(`${stateFolder}/${name}`).mtime);
    if (time === keptScene) return;
    const scene = FS.readFile(`${stateFolder}/${name}`);
    await useStore("readwrite", store => store.put(scene, "scene"));
    keptScene = time;
  } catch (error) {
    // The browser keeps nothing.
  }
}

async function loadScene() {
  try {
    return await useStore("readonly", store => store.get("scene")) || null;
  } catch (error) {
    return null;
  }
}

function keepState() {
  keepSettings();
  return keepScene();
}

function stopProgram(reason) {
  if (hasStopped) return;
  hasStopped = true;
  const kept = isRunning ? keepState() : null;
  isRunning = false;
  timers.forEach(clearInterval);
  showFailure(startText("Warpscope stopped: {0}", reason));
  const restore = document.getElementById("restore");
  restore.hidden = kept === null;
  restore.onclick = async () => {
    restore.disabled = true;
    await kept;
    sessionStorage.setItem(restoreKey, "yes");
    location.reload();
  };
  const afresh = document.getElementById("afresh");
  afresh.textContent = kept ? startText("Reload without it") : startText("Reload");
  afresh.onclick = () => location.reload();
  document.getElementById("recovery").hidden = false;
}

// Traps of the program are exceptions. Those of its threads arrive as texts.
function watchForTraps() {
  const isTrap = (error, text) =>
      error instanceof WebAssembly.RuntimeError || /RuntimeError|WebAssembly\.Exception|Aborted\(/.test(text || "");
  addEventListener("error", event => {
    if (isTrap(event.error, event.message))
      stopProgram(/WebAssembly\.Exception/.test(event.message) ? startText("Probably it needs more memory.") : event.message);
  });
  addEventListener("unhandledrejection", event => {
    const text = String(event.reason && event.reason.message || event.reason);
    if (isTrap(event.reason, text)) stopProgram(text);
  });
}

// Returns the scene to restore after a trap. Lessons need none, because they go on at their last step.
async function sceneToRestore(target) {
  const isWanted = sessionStorage.getItem(restoreKey) === "yes";
  sessionStorage.removeItem(restoreKey);
  return isWanted && !target.startsWith("lesson/") && target !== "class" ? await loadScene() : null;
}

function copyText(text) {
  const copied = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject();
  copied.catch(() => prompt(startText("The browser does not let the page copy. Copy it from here:"), text));
}

async function openFile(file) {
  if (file.size > largestFile) {
    alert(`${file.name} is too large for the page, which opens files of up to ${largestFile >> 20} MiB.`);
    return;
  }
  const path = `${openedFolder}/${file.name.replace(/\//g, "_")}`;
  FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  Module.ccall("warpscope_open", null, ["string"], [path]);
}

function chooseFile() {
  const input = document.createElement("input");
  input.type = "file";
  input.onchange = () => { for (const file of input.files) openFile(file); };
  input.click();
}

function acceptDrops() {
  addEventListener("dragover", event => event.preventDefault());
  addEventListener("drop", event => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) openFile(file);
  });
}

// Downloads saved files, except those that are still being written.
function downloadSaved() {
  for (const name of FS.readdir(savedFolder)) {
    const path = `${savedFolder}/${name}`;
    if (name.endsWith(".part") || !FS.isFile(FS.stat(path).mode)) continue;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([FS.readFile(path)]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    FS.unlink(path);
  }
}

// Limits the density that GLFW reads, because more pixels take time and are not visible.
function limitDensity() {
  const own = Object.getOwnPropertyDescriptor(self, "devicePixelRatio");
  if (!own?.get) return;
  const get = () => Math.min(own.get.call(self), highestDensity);
  Object.defineProperty(self, "devicePixelRatio", {configurable: true, get});
}

const touchPhases = {touchstart: 0, touchmove: 1, touchend: 2, touchcancel: 3}; // values of TouchPhase
const fingers = new Set();

function sendTouch(type, finger, x, y) {
  if (type === "touchstart") fingers.add(finger);
  if (type === "touchend" || type === "touchcancel") fingers.delete(finger);
  Module.ccall("warpscope_touch", null, Array(4).fill("number"), [touchPhases[type], finger, x, y]);
}

function passTouches(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isRunning) return;
  const present = new Set(Array.from(event.touches, touch => touch.identifier));
  // Dialogs of the browser can swallow the end of a touch.
  if (event.type === "touchstart")
    for (const finger of fingers) if (!present.has(finger)) sendTouch("touchcancel", finger, 0, 0);
  for (const touch of event.changedTouches)
    sendTouch(event.type, touch.identifier, touch.clientX, touch.clientY);
  if (event.type !== "touchend") return;
  keyboard.style.top = `${event.changedTouches[0].clientY}px`; // the browser scrolls it into view
  if (wantsText) focusKeyboard(); // iOS shows its keyboard only during a touch
}

let wantsText = false;
let keyboardText = "";

function resetKeyboard() {
  keyboard.value = keyboardText = " ".repeat(64);  // gives Backspace something to delete
  keyboard.setSelectionRange(64, 64);
}

function focusKeyboard() {
  keyboard.blur(); // so that a hidden keyboard reappears
  keyboard.focus();
  resetKeyboard();
}

function showKeyboard(wanted) {
  wantsText = wanted && matchMedia("(pointer: coarse)").matches;
  if (wantsText) {
    focusKeyboard();
  } else if (document.activeElement === keyboard) {
    keyboard.blur();
    canvas.focus();
  }
}

// Keyboards of phones report text, not keys.
function sendTyped(event) {
  const before = [...keyboardText], now = [...keyboard.value];
  let same = 0;
  while (same < before.length && same < now.length && before[same] === now[same]) ++same;
  keyboardText = keyboard.value;
  Module.ccall("warpscope_type", null, ["number", "string"], [before.length - same, now.slice(same).join("")]);
  if (!event.isComposing && (now.length < 16 || now.length > 256)) resetKeyboard();
}

// Text keys reach the program only as text, the others only as keys.
function separateKeys(event) {
  if (event.target !== keyboard) return;
  const isText = [...event.key].length === 1 || ["Backspace", "Enter", "Unidentified", "Process"].includes(event.key);
  if (isText && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopImmediatePropagation();
  else event.preventDefault();
}

// Must run before GLFW adds its own listeners, which treat the first finger as a mouse.
function acceptTouches() {
  for (const type in touchPhases) canvas.addEventListener(type, passTouches, {capture: true, passive: false});
  for (const type of ["keydown", "keypress", "keyup"]) addEventListener(type, separateKeys, true);
  keyboard.addEventListener("input", sendTyped);
}

async function receiveLateFiles(archive) {
  let failure = "";
  try {
    unpack(await archive);
  } catch (error) {
    failure = error.message;
  }
  Module.ccall("warpscope_late_files", null, ["string"], [failure]);
}

function makeFolders() {
  FS.mkdirTree(openedFolder);
  FS.mkdirTree(savedFolder);
  FS.chdir(savedFolder);
}

// Returns what follows # in the page's address. Damaged escapes stay as they are.
function addressTarget() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch (error) {
    return text;
  }
}

async function openSharedLesson(file) {
  const answer = await fetch(`files/${encodeURIComponent(file)}`);
  if (answer.ok) openFile(new File([await answer.blob()], file));
}

// Returns a lesson's file in the page. Fetches a lesson that the server shares; returns "" if it has none.
async function findLesson(name) {
  const file = `${name}.lesson.toml`, own = `/assets/lessons/${file}`, opened = `${openedFolder}/${file}`;
  if (FS.analyzePath(own).exists) return own;
  if (FS.analyzePath(opened).exists) return opened;
  const answer = await fetch(`files/${encodeURIComponent(file)}`);
  if (!answer.ok) return "";
  FS.writeFile(opened, new Uint8Array(await answer.arrayBuffer()));
  return opened;
}

function joinClass() {
  const pass = message => Module.ccall("warpscope_class_message", null, ["string"], [JSON.stringify(message)]);
  const link = followClass(pass, findLesson);
  Module.sendToClass = answer => link.send(answer);
  Module.leaveClass = () => link.leave();
}

async function start() {
  translateStartPage();
  watchForTraps();
  limitDensity();
  acceptTouches();
  const mode = await isolate();
  if (mode === "reload") return;
  if (mode === "one thread" && !WebAssembly.Suspending) // JavaScript Promise Integration
    return showFailure(
        startText("Over plain http, Warpscope needs Chrome, Chromium or Edge 137. Or ask for an https address."));
  const target = addressTarget();
  let sharedLesson = target.startsWith("lesson/") ? `${target.slice("lesson/".length)}.lesson.toml` : "";
  const leaveOutSharedLesson = () => {
    if (FS.analyzePath(`/assets/lessons/${sharedLesson}`).exists) sharedLesson = "";
    if (sharedLesson) Module.arguments[1] = "";
  };
  const name = mode === "threads" ? "warpscope_page" : "warpscope_page_one_thread";
  const [program, files, scene] =
      await Promise.all([download(`${name}.wasm`), download("files.data"), sceneToRestore(target)]);
  const lateFiles = download("late_files.data");
  lateFiles.catch(() => {});  // receiveLateFiles() reports it
  showStep(startText("Starting"));
  self.Module = {
    canvas,
    arguments: [location.href.split("#")[0], target, scene ? restoredFile : ""],
    wasmBinary: program,
    // one function, because the runtime calls several in reverse order
    preRun() {
      makeFolders();
      unpack(files);
      leaveOutSharedLesson();
      restoreSettings();
      if (scene) FS.writeFile(restoredFile, scene);
    },
    showFailure: text => isRunning ? stopProgram(text) : showFailure(text),
    copyText,
    chooseFile,
    showKeyboard,
    showWindow() {
      isRunning = true;
      cover.classList.add("gone");
      Module.canvas.focus();
      timers.push(setInterval(keepState, 5000), setInterval(downloadSaved, 500));
      acceptDrops();
      receiveLateFiles(lateFiles);
      if (sharedLesson) openSharedLesson(sharedLesson);
      if (target === "class") joinClass();
      addEventListener("pagehide", keepSettings);
    },
    onAbort: stopProgram,
  };
  if (target === "class") await loadScript("class_link.js");
  await loadScript(`${name}.js`);
}

addEventListener("hashchange", () => location.reload());
start().catch(error => showFailure(error.message));
