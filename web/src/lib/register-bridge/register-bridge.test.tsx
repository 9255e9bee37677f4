import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timedOut } from '../api/call-failure.ts';
import { embeddedBrowserVersion } from './native-register.ts';
import { printReceipt, sendKeystrokes, tenderSale, transferToSitewatch } from './register-bridge.ts';

const page = () => Promise.resolve('<p>Receipt</p>');
const native = { version: '3.1.0', printReceipt: vi.fn(), transferToSitewatch: vi.fn(), tenderSale: vi.fn(), sendKeystrokes: vi.fn() };
const noPrinter = () => Promise.resolve(null);
const transfer = { code: 'ABC123-IL', customerId: 'cus_1' };
const payment = { saleid: '4711', amountCents: 1250, reference: 'pi_1' };

afterEach(() => {
  delete window.washdeskRegister;
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.replaceChildren();
});

const requests = [
  ['printReceipt', () => printReceipt({ job: 'job-1', page, sitePrinter: noPrinter })],
  ['transferToSitewatch', () => transferToSitewatch(transfer)],
  ['tenderSale', () => tenderSale(payment)],
  ['sendKeystrokes', () => sendKeystrokes('12{Enter}')],
] as const;

describe('inside a register', () => {
  beforeEach(() => {
    for (const [name] of requests) native[name].mockReset().mockResolvedValue(undefined);
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

  it('says why there is no receipt to print, and asks the register for nothing', async () => {
    const outcome = await printReceipt({
      job: 'job-1',
      page: () => Promise.reject(timedOut()),
      sitePrinter: noPrinter,
    });
    expect(outcome).toEqual({ ok: false, message: 'The server took too long to respond' });
    expect(native.printReceipt).not.toHaveBeenCalled();
  });

  it('hands a code to the open sale', async () => {
    expect(await transferToSitewatch(transfer)).toEqual({ ok: true, message: 'Sent to Sitewatch' });
    expect(native.transferToSitewatch).toHaveBeenCalledExactlyOnceWith(transfer);
  });

  it('tenders a sale, the same payment always as the same job', async () => {
    expect(await tenderSale(payment)).toEqual({ ok: true, message: 'Sale tendered' });
    await tenderSale({ ...payment });
    await tenderSale({ ...payment, reference: 'pi_2' });
    const [first, again, another] = native.tenderSale.mock.calls.map(([tender]) => tender as { job: string });
    expect(first).toEqual({ ...payment, job: expect.any(String) });
    expect(again).toEqual(first);
    expect(another?.job).not.toBe(first?.job);
  });

  it('types keystrokes, and sends none that cannot be typed to the end', async () => {
    expect(await sendKeystrokes('12{Enter}')).toEqual({ ok: true, message: 'Keystrokes sent' });
    expect((await sendKeystrokes('12{Entr}')).ok).toBe(false);
    expect(native.sendKeystrokes).toHaveBeenCalledExactlyOnceWith('12{Enter}');
  });

  it.each(requests)('passes on why %s was refused, whatever the register throws', async (name, send) => {
    native[name].mockRejectedValueOnce({ message: 'The drawer is open.' }).mockRejectedValueOnce('No sale is open.');
    expect(await send()).toEqual({ ok: false, message: 'The drawer is open.' });
    expect(await send()).toEqual({ ok: false, message: 'No sale is open.' });
    native[name].mockImplementationOnce(() => {
      throw new Error('The register is locked.');
    });
    expect(await send()).toEqual({ ok: false, message: 'The register is locked.' });
  });

  it.each(requests)('does not wait for ever for %s, and does not call it failed', async (name, send) => {
    vi.useFakeTimers();
    native[name].mockReturnValue(new Promise(() => undefined));
    const asking = send();
    await vi.runAllTimersAsync();
    const { ok, message } = await asking;
    expect(ok).toBe(false);
    expect(message).toContain('No response from the register.');
    expect(message).not.toMatch(/fail|not (printed|tendered|sent)/i);
  });

  it('says what to look at where it is not known whether a code stands in the sale', async () => {
    vi.useFakeTimers();
    native.transferToSitewatch.mockReturnValue(new Promise(() => undefined));
    const asking = transferToSitewatch(transfer);
    await vi.runAllTimersAsync();
    expect((await asking).message).toBe('No response from the register. Check whether ABC123-IL is in the sale.');
  });

  it.each(requests)('calls %s as a method of the register', async (name, send) => {
    native[name].mockImplementation(function method(this: unknown) {
      return this === native ? Promise.resolve() : Promise.reject(new Error('Lost its register'));
    });
    expect((await send()).ok).toBe(true);
  });
});

describe('inside a register with an old browser', () => {
  it('says what it cannot do, and what to do by hand', async () => {
    const { version, printReceipt: print, transferToSitewatch: hand } = native;
    window.washdeskRegister = { version, printReceipt: print, transferToSitewatch: hand };
    const [tendered, typed] = [await tenderSale(payment), await sendKeystrokes('{F4}')];
    expect(tendered).toEqual({ ok: false, message: expect.stringMatching(/3\.1\.0.*4711.*\$12\.50.*pi_1/) });
    expect(typed).toEqual({ ok: false, message: expect.stringMatching(/3\.1\.0.*\{F4\}/) });
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
    const printing = printReceipt({ job: 'job-1', page, sitePrinter: noPrinter });
    await waitFor(() => expect(document.querySelector('iframe')).not.toBeNull());
    document.querySelector('iframe')?.dispatchEvent(new Event('load'));
    expect(await printing).toEqual({ ok: true, message: 'Receipt sent to the print dialog' });
    expect(print).toHaveBeenCalledOnce();
    expect(document.querySelector('iframe')?.srcdoc).toBe('<p>Receipt</p>');
  });

  it.each([
    ['a transfer', () => transferToSitewatch({ code: 'ABC123-IL', customerId: null }), ['ABC123-IL']],
    ['a tender', () => tenderSale({ ...payment, amountCents: -1250 }), ['4711', '-$12.50', 'pi_1']],
    ['keystrokes', () => sendKeystrokes('12{Enter}'), ['12{Enter}']],
  ])('says what to do by hand instead of %s', async (_what, send, facts) => {
    const { ok, message } = await send();
    expect(ok).toBe(false);
    expect(message).toContain('Only a register can');
    for (const fact of facts) expect(message).toContain(fact);
  });
});
