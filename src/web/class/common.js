// Helpers of the students' and the teacher's page. Everything that comes from the server is text, never markup.
"use strict";

const $ = id => document.getElementById(id);

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function addSpans(parent, spans) {
  for (const [text, style] of spans)
    parent.append(style ? element(style === "code" ? "code" : "strong", "", text) : document.createTextNode(text));
  return parent;
}

function showText(parent, paragraphs) {
  parent.replaceChildren(...paragraphs.map(spans => addSpans(element("p"), spans)));
}

async function request(path, credential, body) {
  const options = {cache: "no-store", headers: {Authorization: `Bearer ${credential}`}};
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await fetch(path, options);
  const isJson = answer.status !== 204 && (answer.headers.get("Content-Type") || "").startsWith("application/json");
  return {status: answer.status, content: isJson ? await answer.json() : null};
}

// Polls until the page is closed, and at once when it becomes visible. `poll` returns false to stop.
function keepPolling(poll, milliseconds) {
  let timer = 0, isBusy = false, isStopped = false;
  async function round() {
    clearTimeout(timer);
    if (isBusy || isStopped || document.hidden) return;
    isBusy = true;
    try {
      isStopped = await poll() === false;
    } catch (error) {
      $("notice").textContent = tr("The server does not answer. This page tries again.");
    }
    isBusy = false;
    timer = setTimeout(round, milliseconds * (0.9 + 0.2 * Math.random())); // spreads the polls of a class
  }
  document.addEventListener("visibilitychange", round);
  round();
  return round;
}

function option(spans) {
  const made = element("button", "option");
  made.append(element("span", "bar"), element("span", "count"), addSpans(element("span", "words"), spans));
  made.querySelector(".bar").style.width = "0";
  return made;
}

function showCount(made, count, all) {
  made.querySelector(".bar").style.width = `${all > 0 ? 100 * count / all : 0}%`;
  made.querySelector(".count").textContent = count;
}

// Adds a bar for each number, the most frequent first.
function showNumbers(parent, tally, unit, right) {
  const all = tally.groups.reduce((sum, group) => sum + group[1], tally.others);
  const rows = tally.groups.map(([value, count]) => [`${value} ${unit}`, count, value === right]);
  if (tally.others > 0) rows.push([tr("other numbers"), tally.others, false]);
  for (const [words, count, isRight] of rows) {
    const row = option([[words, ""]]);
    row.disabled = true;
    row.classList.toggle("right", isRight);
    showCount(row, count, all);
    parent.append(row);
  }
}

// A picture of cells, with a view that can be enlarged.
class Picture {
  constructor(state) {
    this.width = state.width;
    this.height = state.height;
    this.canvas = element("canvas", "picture");
    this.canvas.width = 960;
    this.canvas.height = Math.max(1, Math.round(960 * state.height / state.width));
    this.zoom = 1;
    this.center = [state.width / 2, state.height / 2];
    this.picked = [];
    this.heat = [];
    this.right = null;
    this.image = new Image();
    this.image.onload = () => this.draw();
    this.image.src = `class/picture/${state.step}`;
  }

  // Returns the left upper corner of the view in cells, and the size of a cell in pixels.
  view() {
    const size = this.canvas.width / this.width * this.zoom;
    const corner = (center, cells, pixels) => Math.min(Math.max(center - pixels / size / 2, 0), cells - pixels / size);
    return [corner(this.center[0], this.width, this.canvas.width),
            corner(this.center[1], this.height, this.canvas.height), size];
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect(), [left, top, size] = this.view();
    const x = Math.floor(left + (event.clientX - box.left) / box.width * this.canvas.width / size);
    const y = Math.floor(top + (event.clientY - box.top) / box.height * this.canvas.height / size);
    return Math.min(Math.max(y, 0), this.height - 1) * this.width + Math.min(Math.max(x, 0), this.width - 1);
  }

  setZoom(zoom, cell) {
    this.zoom = Math.min(Math.max(zoom, 1), Math.max(1, this.width / 8));
    if (cell !== undefined) this.center = [cell % this.width + 0.5, Math.floor(cell / this.width) + 0.5];
    this.draw();
  }

  // `lengths`: alternating runs, the first one of unset cells.
  setRight(lengths) {
    this.right = [];
    let cell = 0, isSet = false;
    for (const length of lengths) {
      for (let i = 0; isSet && i < length; ++i) this.right.push(cell + i);
      cell += length;
      isSet = !isSet;
    }
  }

  draw() {
    const context = this.canvas.getContext("2d"), [left, top, size] = this.view();
    const box = cell => [(cell % this.width - left) * size, (Math.floor(cell / this.width) - top) * size];
    context.imageSmoothingEnabled = false;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.image.complete && this.image.naturalWidth > 0)
      context.drawImage(this.image, -left * size, -top * size, this.width * size, this.height * size);
    if (this.right) {
      context.fillStyle = "rgba(29, 170, 90, 0.45)";
      for (const cell of this.right) context.fillRect(...box(cell), size, size);
    }
    const most = this.heat.reduce((max, [, count]) => Math.max(max, count), 1);
    for (const [cell, count] of this.heat) {
      const [x, y] = box(cell), radius = Math.max(size / 2, 9);
      context.fillStyle = `rgba(230, 60, 20, ${0.35 + 0.6 * count / most})`;
      context.beginPath();
      context.arc(x + size / 2, y + size / 2, radius, 0, 2 * Math.PI);
      context.fill();
    }
    for (const cell of this.picked) {
      const [x, y] = box(cell);
      for (const [color, width] of [["#fff", 7], ["#d6006e", 3]]) {
        context.strokeStyle = color;
        context.lineWidth = width;
        context.strokeRect(x - 3, y - 3, size + 6, size + 6);
      }
    }
  }
}

// Shows the source. `counts`: answers by line, or null.
function showLines(parent, lines, counts) {
  const list = element("div", "lines"), answers = new Map(counts || []);
  const count = line => answers.has(line) ? `   \u25c0 ${answers.get(line)}` : "";
  const rows = lines.map((text, i) => element("button", "line", `${String(i + 1).padStart(3)}  ${text}${count(i + 1)}`));
  list.append(...rows);
  parent.append(list);
  return rows;
}

// `counts`: answers by lane, or null.
function showLanes(parent, counts) {
  const grid = element("div", "lanes");
  const lanes = Array.from({length: 32}, (_, lane) => element("button", "", counts ? `${lane}: ${counts[lane]}` : lane));
  grid.append(...lanes);
  parent.append(grid);
  return lanes;
}
