// Keeps the keys that are pressed before the app's script is there, until held-keys.ts takes them over.
// Browsers keep this file for a long time: an older one must go on working with a newer app.
(() => {
  // The app came first: it hears keys itself.
  if (window.washdeskEarlyKeys !== undefined) return;
  const kept = [];
  const keep = (event) => {
    // The browser's help, its search and its menu would take the focus; they are keys of the app.
    if (/^F(?:[1-4]|[6-9]|10)$/.test(event.key)) event.preventDefault();
    if (kept.length < 200) kept.push(event);
  };
  window.addEventListener('keydown', keep, { capture: true });
  window.washdeskEarlyKeys = () => {
    window.removeEventListener('keydown', keep, { capture: true });
    return kept.splice(0);
  };
})();
