// The teacher's page of a class. The secret is taken from the address and removed from it, because the page may be shown
// on a screen.
"use strict";

const secretKey = "warpscope teacher";
if (location.hash.length > 1) {
  sessionStorage.setItem(secretKey, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const secret = sessionStorage.getItem(secretKey) || "";
let state = null;
let picture = null;
const open = new Map(); // shown reports by student
const checking = new Set(); // students whose attempts the server runs
const refusals = new Map(); // why the server did not judge, by student

async function poll() {
  const since = state ? encodeURIComponent(state.revision) : "";
  const {status, content} = await request(`teach/state?since=${since}&language=${languageCode}`, secret);
  if (status === 403) {
    $("notice").textContent = 
        tr("This address does not control the class. Open the teacher's address that the terminal shows.");
    return false;
  }
  if (status === 200) show(content);
  if (status === 200 || status === 204) $("notice").textContent = "";
}

const pollNow = keepPolling(poll, 1000);

async function control(step, reveal) {
  await request("teach/control", secret, {step, reveal});
  pollNow();
}

function show(next) {
  const isSameStep = state !== null && state.step === next.step && state.revealed === next.revealed;
  state = next;
  $("controls").hidden = false;
  $("lesson").textContent = state.lesson;
  $("place").textContent = `${state.step + 1} / ${state.steps}`;
  $("people").textContent = state.kind === "none" ? tr("{0} connected", state.connected)
                                                  : tr("{0} connected, {1} answered", state.connected, state.answered);
  $("back").disabled = state.step === 0;
  $("next").disabled = state.step + 1 === state.steps;
  $("reveal").disabled = state.kind === "none" || state.revealed;
  if (!isSameStep) {
    picture = null;
    open.clear();
    refusals.clear();
    $("title").textContent = state.title;
    showText($("text"), state.text);
    showText($("ask"), state.ask);
    showJoin();
  }
  showAnswers();
}

function showJoin() {
  $("join").hidden = state.step !== 0 || !state.address;
  $("address").textContent = state.address;
  const rows = state.code, canvas = $("code"), margin = 4;
  canvas.hidden = rows.length === 0;
  canvas.width = canvas.height = rows.length + 2 * margin;
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  rows.forEach((row, y) => [...row].forEach((dot, x) => { if (dot === "1") context.fillRect(x + margin, y + margin, 1, 1); }));
}

function showAnswers() {
  const parent = $("answer");
  parent.replaceChildren();
  const shown = state.revealed || !$("hide").checked;
  const kinds = {choice: showChoice, number: showNumber, cells: showCells, lanes: showLaneCounts, line: showLineCounts,
                 window: showReports};
  if (kinds[state.kind]) kinds[state.kind](parent, shown);
  $("result").replaceChildren();
  if (!state.revealed) return;
  if (state.kind !== "window")
    $("result").append(element("p", "", tr("Measured: {0}. {1} of {2} are right.", state.right.words, state.right_answers,
                                           state.answered)));
  const explain = element("div");
  showText(explain, state.right.explain);
  $("result").append(explain);
}

function showChoice(parent, shown) {
  state.options.forEach((spans, i) => {
    const row = option(spans);
    row.disabled = true;
    if (shown) showCount(row, state.tally.options[i], state.answered);
    row.classList.toggle("right", state.revealed && state.right.options.includes(i));
    parent.append(row);
  });
}

function showNumber(parent, shown) {
  if (shown) showNumbers(parent, state.tally, state.unit, state.revealed ? state.right.number : null);
}

function showCells(parent, shown) {
  if (!picture) picture = new Picture(state);
  picture.heat = shown ? state.tally.cells : [];
  if (state.revealed) picture.setRight(state.right.cells);
  picture.draw();
  parent.append(picture.canvas);
}

function showLaneCounts(parent, shown) {
  showLanes(parent, shown ? state.tally.lanes : null).forEach((each, lane) => {
    each.disabled = true;
    each.classList.toggle("right", state.revealed && (state.right.lanes >>> lane & 1) === 1);
  });
}

function showLineCounts(parent, shown) {
  showLines(parent, state.lines, shown ? state.tally.lines : null).forEach((row, i) => {
    row.disabled = true;
    row.classList.toggle("right", state.revealed && state.right.lines.includes(i + 1));
  });
}

// Lets the server run a student's attempt in its sandbox.
async function judge(student) {
  if (checking.has(student)) return;
  checking.add(student);
  showAnswers();
  try {
    const {status, content} = await request("teach/judge", secret, {student});
    if (status === 200) refusals.delete(student);
    else refusals.set(student, content ? tr(content.error) : tr("Not checked."));
  } catch (error) {
    refusals.set(student, tr("The server does not answer. This page tries again."));
  }
  checking.delete(student);
  showAnswers();
  pollNow();
}

async function judgeAll() {
  const step = state.step;
  for (const {student, attempt, judgement} of state.reports)
    if (attempt && !judgement && state.step === step) await judge(student);
}

function verdictOfServer({student, judgement}) {
  if (checking.has(student)) return tr("The server is checking it.");
  if (refusals.has(student)) return refusals.get(student);
  if (!judgement) return "";
  return judgement.reached ? tr("Server: goal reached.") : tr("Server: goal not reached. {0}", judgement.words);
}

function showReports(parent) {
  parent.append(element("p", "", tr("{0} of {1} reached the goal.", state.tally.reached, state.answered)));
  if (state.judges && state.reports.some(report => report.attempt && !report.judgement)) {
    const all = element("button", "", tr("Check all on the server"));
    all.onclick = judgeAll;
    parent.append(all);
  }
  for (const report of state.reports) {
    const {student, reached, begins, bytes, measured, attempt, judgement} = report;
    const isReached = judgement ? judgement.reached : reached;
    const row = element("button", `option${isReached ? " right" : ""}`);
    const words = measured ? reached ? tr("Student {0}, measured in the whole window: goal reached", student)
                                     : tr("Student {0}, measured in the whole window: not yet", student)
                           : reached ? tr("Student {0} says: goal reached", student)
                                     : tr("Student {0} says: not yet", student);
    row.append(element("span", "words", words),
               element("span", "count", bytes > 0 ? begins : ""));
    row.disabled = bytes === 0;
    row.onclick = async () => {
      if (open.delete(student)) return showAnswers();
      const {status, content} = await request(`teach/report/${student}`, secret);
      if (status === 200) open.set(student, content.text);
      showAnswers();
    };
    parent.append(row);
    const line = element("p", "server", verdictOfServer(report));
    if (state.judges && attempt) {
      const check = element("button", "", judgement ? tr("Check again") : tr("Check on the server"));
      check.disabled = checking.has(student);
      check.onclick = () => judge(student);
      line.append(" ", check);
    }
    if (line.childNodes.length > 0) parent.append(line);
    if (open.has(student)) parent.append(element("pre", "", open.get(student)));
  }
}

async function save() {
  const answer = await fetch("teach/answers.csv", {cache: "no-store", headers: {Authorization: `Bearer ${secret}`}});
  if (!answer.ok) return;
  const link = element("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = "answers.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

addEventListener("hashchange", () => location.reload()); // another secret
$("back").onclick = () => control(state.step - 1, false);
$("next").onclick = () => control(state.step + 1, false);
$("reveal").onclick = () => control(state.step, true);
$("save").onclick = save;
$("hide").onchange = () => { if (state) showAnswers(); };
