// The students' page of a class.
"use strict";

const tokenKey = "warpscope class";
let token = keptToken();
let state = null;
let given = null; // the answer that the server has

// Keeps the token for all tabs, so that a browser is one student.
function keptToken() {
  try {
    return localStorage.getItem(tokenKey) || "";
  } catch (error) {
    return ""; // the browser stores nothing
  }
}

function keepToken() {
  try {
    localStorage.setItem(tokenKey, token);
  } catch (error) {
    // A reload then joins again.
  }
}

async function join() {
  const {status, content} = await request("class/join", "", {});
  if (status !== 200) {
    $("notice").textContent = content ? tr(content.error) : tr("You cannot join now. This page tries again.");
    return;
  }
  token = content.student;
  state = null;
  keepToken();
}

async function poll() {
  if (!token) await join();
  if (!token) return;
  const {status, content} = await request(`class/state?since=${state ? state.revision : ""}&language=${languageCode}`, token);
  if (status === 401) token = "";
  if (status === 200) show(content);
  if (status === 200 || status === 204) $("notice").textContent = "";
}

async function send(answer, words) {
  const {status, content} = await request("class/answer", token, {step: state.step, ...answer});
  if (status === 200) given = answer;
  $("result").textContent =
      status === 200 ? `${words} ${tr("You can change it until your teacher shows the answer.")}`
                     : content ? tr(content.error) : tr("Not sent.");
  return status === 200;
}

const sent = tr("Sent.");

function show(next) {
  state = next;
  given = state.answer || null;
  $("lesson").textContent = state.lesson;
  $("place").textContent = `${state.step + 1} / ${state.steps}`;
  $("title").textContent = state.title;
  showText($("text"), state.text);
  showText($("ask"), state.ask);
  $("answer").replaceChildren();
  $("result").replaceChildren();
  $("window").hidden = !state.window;
  const kinds = {choice: showChoice, number: showNumber, cells: showCells, lanes: showLaneQuestion, line: showLineQuestion,
                 window: showTask};
  if (kinds[state.kind]) kinds[state.kind]($("answer"));
  if (state.revealed) showResult();
  scrollTo(0, 0);
}

function showChoice(parent) {
  const buttons = state.options.map(option);
  const all = state.tally ? state.tally.options.reduce((sum, count) => sum + count, 0) : 0;
  const mark = () => buttons.forEach((each, i) => each.classList.toggle("chosen", given !== null && given.option === i));
  buttons.forEach((each, i) => {
    each.disabled = state.revealed;
    each.onclick = async () => { await send({option: i}, sent); mark(); };
    if (!state.revealed) return;
    each.classList.toggle("right", state.right.options.includes(i));
    showCount(each, state.tally.options[i], all);
  });
  mark();
  parent.append(...buttons);
}

function sendButton(parent, action) {
  const button = element("button", "send", tr("Send"));
  button.onclick = action;
  parent.append(button);
  return button;
}

function showNumber(parent) {
  if (state.revealed) return showNumbers(parent, state.tally, state.unit, state.right.number);
  const field = element("input");
  field.type = "text";
  field.inputMode = "decimal";
  field.setAttribute("aria-label", state.unit ? tr("A number: {0}", state.unit) : tr("A number"));
  if (given) field.value = given.number;
  parent.append(field, element("p", "", state.unit));
  const act = () => {
    const value = Number(field.value.trim().replace(",", "."));
    if (field.value.trim() === "" || !Number.isFinite(value))
      $("result").textContent = tr("Type a number, such as 12 or 0.5.");
    else
      send({number: value}, sent);
  };
  field.onkeydown = event => { if (event.key === "Enter") act(); };
  sendButton(parent, act);
}

function showCells(parent) {
  const picture = new Picture(state), words = element("p");
  if (given) picture.picked = [...given.cells];
  if (state.revealed) {
    picture.setRight(state.right.cells);
    picture.heat = state.tally.cells;
    parent.append(picture.canvas);
    return;
  }
  const last = () => picture.picked[picture.picked.length - 1];
  const update = () => {
    const name = cell => tr("column {0}, row {1}", cell % state.width, Math.floor(cell / state.width));
    const names = picture.picked.map(name);
    words.textContent = names.length > 0 ? names.join("; ") : tr("Tap the picture.");
    button.disabled = picture.picked.length !== state.pick;
    picture.draw();
  };
  const pick = cell => {
    picture.picked = picture.picked.filter(other => other !== cell);
    picture.picked.push(cell);
    picture.picked = picture.picked.slice(-state.pick);
    update();
  };
  const move = (x, y) => {
    const from = last();
    if (from === undefined) return;
    const column = Math.min(Math.max(from % state.width + x, 0), state.width - 1);
    const row = Math.min(Math.max(Math.floor(from / state.width) + y, 0), state.height - 1);
    picture.picked.pop();
    pick(row * state.width + column);
    if (picture.zoom > 1) picture.setZoom(picture.zoom, last());
  };
  picture.canvas.onclick = event => pick(picture.cellAt(event));
  const pad = element("div", "pad");
  const actions = [["\u2190", tr("left"), () => move(-1, 0)],
                   ["\u2191", tr("up"), () => move(0, -1)],
                   ["\u2193", tr("down"), () => move(0, 1)],
                   ["\u2192", tr("right"), () => move(1, 0)],
                   ["+", tr("larger"), () => picture.setZoom(picture.zoom * 2, last())],
                   ["\u2212", tr("smaller"), () => picture.setZoom(picture.zoom / 2, last())]];
  for (const [sign, name, action] of actions) {
    const key = element("button", "", sign);
    key.setAttribute("aria-label", name);
    key.onclick = action;
    pad.append(key);
  }
  parent.append(picture.canvas, pad, words);
  const button = sendButton(parent, () => send({cells: picture.picked}, sent));
  update();
}

function showLaneQuestion(parent) {
  const lanes = showLanes(parent, state.tally ? state.tally.lanes : null);
  let marked = given ? given.lanes : 0;
  const has = (set, lane) => (set >>> lane & 1) === 1;
  const update = () => lanes.forEach((each, lane) => each.classList.toggle("chosen", has(marked, lane)));
  lanes.forEach((each, lane) => {
    each.disabled = state.revealed;
    each.onclick = () => { marked = (marked ^ 1 << lane) >>> 0; update(); };
    if (state.revealed) each.classList.toggle("right", has(state.right.lanes, lane));
  });
  update();
  if (!state.revealed) sendButton(parent, () => send({lanes: marked}, sent));
}

function showLineQuestion(parent) {
  const rows = showLines(parent, state.lines, state.tally ? state.tally.lines : null);
  const mark = () => rows.forEach((row, i) => row.classList.toggle("chosen", given !== null && given.line === i + 1));
  rows.forEach((row, i) => {
    row.disabled = state.revealed;
    row.onclick = async () => { await send({line: i + 1}, tr("Sent: line {0}.", i + 1)); mark(); };
    if (state.revealed) row.classList.toggle("right", state.right.lines.includes(i + 1));
  });
  mark();
}

function showTask(parent) {
  parent.append(element("p", "", state.window
      ? tr("This task needs the whole window, which works best on a laptop. Tell your teacher here how far you are.")
      : tr("This task needs the whole window of Warpscope on a computer. Tell your teacher here how far you are.")));
  if (state.revealed) return;
  const field = element("textarea");
  field.maxLength = 2500;
  field.placeholder = tr("Your kernel, settings or a question. Only your teacher sees it.");
  field.setAttribute("aria-label", field.placeholder);
  if (given) field.value = given.text || "";
  parent.append(field);
  for (const [words, reached] of [[tr("I reached the goal"), true], [tr("Not yet"), false]]) {
    const button = element("button", "option", words);
    button.onclick = () => send({reached, text: field.value}, sent);
    parent.append(button);
  }
}

function showResult() {
  const result = $("result");
  if (state.verdict) {
    const box = element("div", `verdict${state.verdict.right ? " good" : ""}`);
    box.append(element("strong", "", state.verdict.right ? tr("Right.") : tr("Not right.")));
    const means = element("div");
    showText(means, state.verdict.means || []);
    box.append(means);
    result.append(box);
  }
  if (state.right.words && state.kind !== "window")
    result.append(element("p", "", tr("Measured: {0}", state.right.words)));
  const explain = element("div");
  showText(explain, state.right.explain);
  result.append(explain);
}

keepPolling(poll, 1000);
