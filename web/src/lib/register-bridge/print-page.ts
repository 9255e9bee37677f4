const frameLifetimeMs = 60_000;

/**
 * Opens the browser's own print dialog for a page. The page is in a hidden frame without scripts: unlike a window it is blocked by no
 * pop-up blocker when a receipt prints by itself, and unlike an address it needs no token. Settles when the dialog has been asked for;
 * whether paper came out is unknown.
 */
export async function printPage(html: string): Promise<void> {
  const frame = document.createElement('iframe');
  frame.title = 'Receipt';
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  frame.srcdoc = html;
  document.body.append(frame);
  await loaded;

  const page = frame.contentWindow;
  if (!page) throw new Error('The browser could not open the receipt.');
  page.addEventListener('afterprint', () => frame.remove());
  // Some browsers never tell that their dialog has closed.
  setTimeout(() => frame.remove(), frameLifetimeMs);
  page.print();
}
