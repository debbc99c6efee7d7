// Texts of the class's pages in Russian and Chinese. Tests check that each text in the pages, and each error of the
// class on the server, has a line here.
"use strict";

const translations = {
  "Warpscope class": ["Занятие Warpscope", "Warpscope 课堂"],
  "Warpscope: teach a class": ["Warpscope: ведение занятия", "Warpscope：授课"],
  "Joining the class": ["Подключение к занятию", "正在加入课堂"],
  "Opening the class": ["Занятие открывается", "正在打开课堂"],
  "Open the whole window": ["Открыть полное окно", "打开完整窗口"],
  "Back": ["Назад", "上一步"],
  "Next": ["Дальше", "下一步"],
  "Reveal": ["Показать ответ", "公布答案"],
  "Hide results until Reveal": ["Скрывать результаты, пока ответ не показан", "公布答案前隐藏结果"],
  "Save as CSV": ["Сохранить в CSV", "保存为 CSV"],
  "The server does not answer. This page tries again.": ["Сервер не отвечает. Страница повторяет попытку.", "服务器没有响应，页面正在重试。"],
  "You cannot join now. This page tries again.": ["Сейчас подключиться нельзя. Страница повторяет попытку.", "暂时无法加入，页面正在重试。"],
  "Sent.": ["Отправлено.", "已发送。"],
  "Sent: line {0}.": ["Отправлено: строка {0}.", "已发送：第 {0} 行。"],
  "You can change it until your teacher shows the answer.": ["Ответ можно менять, пока преподаватель не показал правильный.", "老师公布答案之前可以修改。"],
  "Not sent.": ["Не отправлено.", "未发送。"],
  "Send": ["Отправить", "发送"],
  "A number": ["Число", "数值"],
  "A number: {0}": ["Число: {0}", "数值：{0}"],
  "Type a number, such as 12 or 0.5.": ["Введите число, например 12 или 0,5.", "请输入数值，例如 12 或 0.5。"],
  "other numbers": ["другие числа", "其他数值"],
  "column {0}, row {1}": ["столбец {0}, строка {1}", "第 {0} 列，第 {1} 行"],
  "Tap the picture.": ["Коснитесь картинки.", "请点按图片。"],
  "left": ["влево", "左移"],
  "up": ["вверх", "上移"],
  "down": ["вниз", "下移"],
  "right": ["вправо", "右移"],
  "larger": ["крупнее", "放大"],
  "smaller": ["мельче", "缩小"],
  "This task needs the whole window, which works best on a laptop. Tell your teacher here how far you are.": ["Для этого задания нужно полное окно, лучше всего на ноутбуке. Здесь можно сообщить преподавателю, как идут дела.", "这道题需要完整窗口，最好使用笔记本电脑。可以在这里告诉老师你的进度。"],
  "This task needs the whole window of Warpscope on a computer. Tell your teacher here how far you are.": ["Для этого задания нужно полное окно Warpscope на компьютере. Здесь можно сообщить преподавателю, как идут дела.", "这道题需要在电脑上使用 Warpscope 的完整窗口。可以在这里告诉老师你的进度。"],
  "Your kernel, settings or a question. Only your teacher sees it.": ["Ваше ядро, настройки или вопрос. Это увидит только преподаватель.", "你的内核、设置或问题。只有老师能看到。"],
  "I reached the goal": ["Цель достигнута", "我已达成目标"],
  "Not yet": ["Ещё нет", "还没有"],
  "Right.": ["Верно.", "正确。"],
  "Not right.": ["Неверно.", "不正确。"],
  "Measured: {0}": ["Измерено: {0}", "测量值：{0}"],
  "This address does not control the class. Open the teacher's address that the terminal shows.": ["Этот адрес не управляет занятием. Откройте адрес преподавателя, показанный в терминале.", "此地址不能控制课堂。请打开终端中显示的教师地址。"],
  "{0} connected": ["подключено: {0}", "{0} 人在线"],
  "{0} connected, {1} answered": ["подключено: {0}, ответов: {1}", "{0} 人在线，{1} 人已作答"],
  "Measured: {0}. {1} of {2} are right.": ["Измерено: {0}. Верных ответов: {1} из {2}.", "测量值：{0}。{2} 人中 {1} 人答对。"],
  "{0} of {1} reached the goal.": ["Достигли цели: {0} из {1}.", "{1} 人中 {0} 人达成目标。"],
  "Student {0}, measured in the whole window: goal reached": ["Студент {0}, измерено в полном окне: цель достигнута", "学生 {0}（在完整窗口中测量）：已达成目标"],
  "Student {0}, measured in the whole window: not yet": ["Студент {0}, измерено в полном окне: ещё нет", "学生 {0}（在完整窗口中测量）：尚未达成"],
  "Student {0} says: goal reached": ["Студент {0} сообщает: цель достигнута", "学生 {0} 报告：已达成目标"],
  "Student {0} says: not yet": ["Студент {0} сообщает: ещё нет", "学生 {0} 报告：尚未达成"],
  "Check on the server": ["Проверить на сервере", "在服务器上检验"],
  "Check again": ["Проверить ещё раз", "重新检验"],
  "Check all on the server": ["Проверить все на сервере", "在服务器上检验全部"],
  "Not checked.": ["Не проверено.", "未检验。"],
  "The server is checking it.": ["Сервер проверяет.", "服务器正在检验。"],
  "Server: goal reached.": ["Сервер: цель достигнута.", "服务器：已达成目标。"],
  "Server: goal not reached. {0}": ["Сервер: цель не достигнута. {0}", "服务器：未达成目标。{0}"],
  "This class does not know you. Join again.": ["Занятие вас не знает. Подключитесь снова.", "课堂中没有你的记录，请重新加入。"],
  "The class is full.": ["Мест на занятии больше нет.", "课堂人数已满。"],
  "The answer is too long.": ["Ответ слишком длинный.", "答案太长。"],
  "The answer is not valid.": ["Ответ недопустим.", "答案无效。"],
  "The class is at another question.": ["Занятие перешло к другому вопросу.", "课堂已进入另一道题。"],
  "The answer is already shown.": ["Ответ уже показан.", "答案已经公布。"],
  "There is no such step.": ["Такого шага нет.", "没有这个步骤。"],
  "There is no such report.": ["Такого сообщения нет.", "没有这份报告。"],
  "There is no such student.": ["Такого студента нет.", "没有这名学生。"],
  "This server does not judge kernels.": ["Этот сервер не проверяет ядра.", "此服务器不检验内核。"],
  "There is nothing to judge.": ["Проверять нечего.", "没有可检验的内容。"],
  "The student has sent another attempt.": ["Студент уже отправил другую попытку.", "学生已提交新的尝试。"],
};

// Position of the browser's language in `translations`; -1: English.
const languageIndex = (() => {
  for (const tag of navigator.languages || [navigator.language]) {
    const language = tag.toLowerCase().split("-")[0];
    if (["ru", "zh", "en"].includes(language)) return ["ru", "zh"].indexOf(language);
  }
  return -1;
})();

const languageCode = ["en", "ru", "zh"][languageIndex + 1];

// Replaces {0}, {1} and so on by `values`.
function tr(text, ...values) {
  const known = Object.hasOwn(translations, text) && languageIndex >= 0;
  const words = known ? translations[text][languageIndex] : text;
  return words.replace(/\{(\d)\}/g, (place, index) => index < values.length ? String(values[index]) : place);
}

// Translates the page itself. Elements with the attribute `data-tr` contain an English text.
document.documentElement.lang = languageCode;
for (const each of document.querySelectorAll("[data-tr]")) each.textContent = tr(each.textContent.trim());
