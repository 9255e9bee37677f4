const frameLifetimeMs = 60_000;

/**
 * Opens the browser's print dialog for a page in a hidden frame without scripts. A pop-up blocker would block a window, and an address
 * would need a token. Resolves once the dialog was requested; whether it printed is unknown.
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
  if (!page) throw new Error('The browser couldn’t open the receipt.');
  page.addEventListener('afterprint', () => frame.remove());
  // Some browsers never report that the dialog has closed.
  setTimeout(() => frame.remove(), frameLifetimeMs);
  page.print();
}
