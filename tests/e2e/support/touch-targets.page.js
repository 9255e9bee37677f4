/** Runs in the page: returns the controls in sight that are lower than 40 px (docs/rules/screens.md#look). A link within a sentence may be. */
(() => {
  const leastPx = 40;
  const controls =
    'a[href], button, summary, input:not([type=hidden]), textarea, [role=button], [role=tab], [role=menuitem], [role=option]';
  /** What receives the press of a control inside it. */
  const wholes = 'label, .ant-select, .ant-input-affix-wrapper, .ant-picker';
  const isInSentence = (element) =>
    element.matches('a') && [...element.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
  const isInSight = (element) => {
    if (element.closest('[aria-hidden=true], [inert]') || !element.checkVisibility({ opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2;
  };
  /** A pseudo-element may enlarge what receives the press. */
  const isHigh = (element) => {
    const { height } = element.getBoundingClientRect();
    if (height >= leastPx - 0.5) return true;
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, width, top } = element.getBoundingClientRect();
    const middle = top + height / 2;
    return [-1, 1].every((side) => element.contains(document.elementFromPoint(left + width / 2, middle + side * (leastPx / 2 - 1))));
  };
  const low = [...document.querySelectorAll(controls)]
    .map((element) => element.closest(wholes) ?? element)
    .filter((element) => isInSight(element) && !isInSentence(element) && !isHigh(element));
  return [...new Set(low)].map(
    (element) =>
      `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}" ${element.getBoundingClientRect().height} px`,
  );
})();
