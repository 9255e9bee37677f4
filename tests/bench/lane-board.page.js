/** Resolves with the system's time once lane 1 shows this plate and has been painted. Runs in the page. */
globalThis.plateShownAt = (label) =>
  new Promise((resolve) => {
    const isShown = () => document.querySelector(`section[aria-label="Lane 1"] [aria-label="${label}"]`) !== null;
    // the message of the channel comes after the frame's paint
    const paint = () =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(Date.now()));
        port1.start();
        port2.postMessage(null);
      });
    if (isShown()) return void paint();
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      paint();
    });
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    return undefined;
  });
