const refreshSeconds = 5;

/** Shown before the first receipt. */
export const noReceipt = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" width="1" height="1"></svg>\n';

/** The printer's page with its receipts, newest first. */
export const printerPage = (pictures: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Receipts · Washdesk</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; padding: 32px; background: #e8edf3; color: #102033; font: 14px/1.5 'Inter Variable', Inter, system-ui, sans-serif }
  h1 { margin: 0 0 4px; font-size: 24px }
  p { margin: 0 0 24px; color: #54657a }
  main { display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start }
  svg { width: 320px; max-width: 100%; height: auto; filter: drop-shadow(0 1px 2px rgb(16 32 51 / 0.2)) drop-shadow(0 8px 24px rgb(16 32 51 / 0.08)) }
</style>
<h1>Receipts</h1>
<p>${pictures.length === 0 ? 'Nothing printed yet.' : 'Rendered from the bytes the printer received, newest first.'}</p>
<main>${pictures.join('')}</main>
</html>
`;
