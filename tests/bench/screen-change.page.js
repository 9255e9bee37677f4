/**
 * In the page: navigates to an address like the browser's Back and Forward, and returns the milliseconds until the screen's own
 * heading was painted.
 */
globalThis.changeScreen = (path) =>
  new Promise((resolve, reject) => {
    const screen = document.getElementById('screen');
    const before = screen.querySelector('h1');
    const began = performance.now();
    const late = setTimeout(() => reject(new Error(`${path} shows no heading`)), 10_000);
    const seen = new MutationObserver(() => {
      const heading = screen.querySelector('h1');
      if (!heading || heading === before) return;
      seen.disconnect();
      clearTimeout(late);
      // An error's page is quick to draw, and no screen.
      if (heading.textContent === 'Something went wrong.') return reject(new Error(`${path} failed`));
      // A message that is posted in a frame is delivered after the frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - began), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    });
    seen.observe(screen, { childList: true, subtree: true });
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
