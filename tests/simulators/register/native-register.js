/**
 * window.washdeskRegister, as a register's embedded browser adds it to a page (web/docs/register-bridge.md). The page's requests go to the
 * simulator at /__register/<act>; a rejection has its message. The server sets `window.washdeskRegisterIs`, the register, before this script.
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
