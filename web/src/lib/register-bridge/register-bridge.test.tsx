import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { embeddedBrowserVersion } from './native-register.ts';
import { printReceipt, transferToSitewatch } from './register-bridge.ts';

const page = () => Promise.resolve('<p>Receipt</p>');
const native = { version: '3.1.0', printReceipt: vi.fn(), transferToSitewatch: vi.fn() };

afterEach(() => {
  delete window.washdeskRegister;
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('inside a register', () => {
  beforeEach(() => {
    native.printReceipt.mockReset().mockResolvedValue(undefined);
    native.transferToSitewatch.mockReset().mockResolvedValue(undefined);
    window.washdeskRegister = native;
  });

  it('tells its version', () => {
    expect(embeddedBrowserVersion()).toBe('3.1.0');
  });

  it('prints on its own printer, even where the site has one for the device', async () => {
    const sitePrinter = vi.fn();
    const outcome = await printReceipt({ job: 'job-1', page, sitePrinter });
    expect(outcome).toEqual({ ok: true, message: 'Receipt printed' });
    expect(native.printReceipt).toHaveBeenCalledExactlyOnceWith({ job: 'job-1', html: '<p>Receipt</p>' });
    expect(sitePrinter).not.toHaveBeenCalled();
  });

  it('tells what the register said and prints nowhere else', async () => {
    native.printReceipt.mockRejectedValue(new Error('The printer is out of paper.'));
    const sitePrinter = vi.fn();
    const outcome = await printReceipt({ job: 'job-1', page, sitePrinter });
    expect(outcome).toEqual({ ok: false, message: 'The printer is out of paper.' });
    expect(sitePrinter).not.toHaveBeenCalled();
  });

  it('hands a code to the open sale', async () => {
    const transfer = { code: 'ABC123-IL', customerId: 'cus_1' };
    expect(await transferToSitewatch(transfer)).toEqual({ ok: true, message: 'Sent to Sitewatch' });
    expect(native.transferToSitewatch).toHaveBeenCalledExactlyOnceWith(transfer);
  });
});

describe('in a plain browser', () => {
  it('has no embedded version', () => {
    expect(embeddedBrowserVersion()).toBeNull();
  });

  it("asks the site's printer of the device, and fetches no page for it", async () => {
    const fetchPage = vi.fn(page);
    const outcome = await printReceipt({
      job: 'job-1',
      page: fetchPage,
      sitePrinter: () => Promise.resolve({ ok: false, message: 'Out of paper' }),
    });
    expect(outcome).toEqual({ ok: false, message: 'Out of paper' });
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('opens the print dialog where there is no printer', async () => {
    const print = vi.fn();
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(
      Object.assign(new EventTarget(), { print }) as unknown as Window,
    );
    const printing = printReceipt({ job: 'job-1', page, sitePrinter: () => Promise.resolve(null) });
    await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    document.querySelector('iframe')?.dispatchEvent(new Event('load'));
    expect(await printing).toEqual({ ok: true, message: 'Receipt sent to the print dialog' });
    expect(print).toHaveBeenCalledOnce();
    expect(document.querySelector('iframe')?.srcdoc).toBe('<p>Receipt</p>');
  });

  it('says what to do where only a register can', async () => {
    const outcome = await transferToSitewatch({ code: 'ABC123-IL', customerId: null });
    expect(outcome.ok).toBe(false);
    expect(outcome.message).toContain('ABC123-IL');
  });
});
