export const $ = (id) => document.getElementById(id);

/** Everything goes in as text, never as markup. */
export function element(tag, content, attributes = {}) {
  const made = document.createElement(tag);
  Object.assign(made, attributes);
  made.append(...[content].flat());
  return made;
}
export const row = (...cells) =>
  element(
    'tr',
    cells.map((cell) => element('td', cell)),
  );
export const mark = (tone, word) => element('span', word, { className: `is ${tone}` });

/** A text that a press copies. */
export function copied(text, className = 'text') {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    $('copied').textContent = `Copied ${text}`;
  };
  return element('button', text, { type: 'button', className: `copy ${className}`, title: 'Copy', onclick: copy });
}

/** Sends a press to the workbench, and says why if it was refused. @returns what it responds; null if it was refused */
export async function press(address) {
  const response = await fetch(address, { method: 'POST' });
  if (response.ok) return response.json();
  alert(await response.text());
  return null;
}

/** A button that is off while its press is under way. @param done receives what the workbench responds */
export function button(label, address, done, attributes = {}) {
  const onclick = async ({ currentTarget }) => {
    currentTarget.disabled = true;
    const answer = await press(typeof address === 'function' ? address() : address);
    currentTarget.disabled = false;
    if (answer) done(answer);
  };
  return element('button', label, { type: 'button', onclick, ...attributes });
}
