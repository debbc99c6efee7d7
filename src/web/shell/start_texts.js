// Texts of the start page in Russian and Chinese. A test checks that each text of the page has a line here.
"use strict";

const startTexts = {
  "A microscope for CUDA kernels. Everything runs in this page, on an emulator of a GPU's warps.": ["Микроскоп для ядер CUDA. Всё выполняется на этой странице, на эмуляторе варпов GPU.", "CUDA 内核显微镜。一切都在本页面中的 GPU warp 模拟器上运行。"],
  "Loading": ["Загрузка", "正在加载"],
  "Starting": ["Запуск", "正在启动"],
  "Reload": ["Перезагрузить", "重新加载"],
  "Reload with your last state": ["Перезагрузить с последним состоянием", "重新加载并恢复上次的状态"],
  "Reload without it": ["Перезагрузить без него", "重新加载，不恢复状态"],
  "Warpscope stopped: {0}": ["Warpscope остановился: {0}", "Warpscope 已停止：{0}"],
  "Probably it needs more memory.": ["Вероятно, ему нужно больше памяти.", "可能是内存不足。"],
  "The browser does not let the page copy. Copy it from here:": ["Браузер не разрешает странице копировать. Скопируйте отсюда:", "浏览器不允许页面复制。请从这里复制："],
  "Over plain http, Warpscope needs Chrome, Chromium or Edge 137. Or ask for an https address.": ["По http Warpscope нужен Chrome, Chromium или Edge версии 137. Либо попросите адрес с https.", "通过 http 访问时，Warpscope 需要 Chrome、Chromium 或 Edge 137。也可以使用 https 地址。"],
};
const startLanguage = ["ru", "zh"].indexOf(navigator.language.slice(0, 2));

// Returns the text in the browser's language; `value` replaces {0}.
function startText(english, value) {
  const text = startLanguage < 0 ? english : startTexts[english][startLanguage];
  return text.replace("{0}", () => value);
}

function translateStartPage() {
  if (startLanguage < 0) return;
  document.documentElement.lang = navigator.language;
  for (const id of ["what", "step", "restore", "afresh"]) {
    const part = document.getElementById(id);
    part.textContent = startText(part.textContent);
  }
}
