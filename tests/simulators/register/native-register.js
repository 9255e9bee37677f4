/**
 * window.washdeskRegister, as the embedded browser of a register puts it into a page (web/docs/register-bridge.md). What the page asks goes to the
 * stand-in at /__register/<act>; a rejection bears its words. Whoever hands the script out says first, in `window.washdeskRegisterIs`, which register it is.
 */
(() => {
  const { version, terminal } = window.washdeskRegisterIs;

  async function ask(act, what) {
    const response = await fetch(`/__register/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(what),
    });
    if (!response.ok) throw new Error((await response.json()).message);
  }

  window.washdeskRegister = Object.freeze({
    version,
    ...(terminal && { terminal }),
    printReceipt: (receipt) => ask('printReceipt', receipt),
    sendKeystrokes: (keys) => ask('sendKeystrokes', { keys }),
    tenderSale: (tender) => ask('tenderSale', tender),
    transferToSitewatch: (transfer) => ask('transferToSitewatch', transfer),
  });
})();
