import { redactCardNumbers } from '@washdesk/rules/codes/sensitive';
import type { PrintResult as ShownResult } from '@washdesk/site-protocol/commands';
import { CommandRefused, type ActionResult, type CommandTable } from '../../../ports/commands.ts';
import type { PrintResult, PrinterFault, ReceiptPrinter } from '../../../ports/receipt-printer.ts';

/**
 * Prints a job at most once, whichever command contains it: a receipt that may have been printed is printed again only when a person asks
 * for it.
 */
export function printerCommands(printers: ReadonlyMap<string, ReceiptPrinter>): Pick<CommandTable, 'printer.print' | 'printer.status'> {
  function printerOf(id: string): ReceiptPrinter {
    const printer = printers.get(id);
    if (!printer) throw new CommandRefused('unknown_device', `This site has no printer '${id}'`);
    return printer;
  }

  return {
    'printer.print': {
      key: ({ job }) => `print:${job}`,
      repeatOnlyAsks: false,
      prepare:
        ({ job, source }, { device, deadline }) =>
        async () => {
          const printer = printerOf(device);
          if (redactCardNumbers(source) !== source)
            return outcome(job, device, { state: 'failed', reason: 'It contains what looks like a card number' });
          return outcome(job, device, shown(await printer.print({ jobId: job, source, deadline })));
        },
      expired: ({ job }, { device }, why) => outcome(job, device, { state: 'failed', reason: why }),
      notKnown: (why) => ({ state: 'unknown', reason: why, notKnown: true }),
      repeated: (stored) => stored ?? { state: 'unknown', reason: 'This job was interrupted earlier; check the paper' },
    },
    'printer.status': async (_payload, { device }) => {
      const { status, problem = null } = printerOf(device).health();
      return { ready: status === 'ready', reason: problem };
    },
  };
}

/** Returns a job's outcome; a job that provably printed nothing may be retried. */
function outcome(job: string, printer: string, result: ShownResult): ActionResult<'printer.print'> {
  return {
    result,
    event: { kind: 'print-result', source: printer, payload: { job, printer, ...result } },
    undone: result.state === 'failed',
  };
}

const sentences: Record<PrinterFault, string> = {
  'paper-out': 'The printer is out of paper',
  'cover-open': "The printer's cover is open",
  offline: 'The printer is set to offline',
  'printer-error': 'The printer reports an error',
  unreachable: 'The printer is unreachable',
  'no-answer': 'The printer didn’t confirm the print',
  unprintable: 'The receipt can’t be printed in this form',
};

function shown(result: PrintResult): ShownResult {
  return result.state === 'printed' ? { state: 'printed', reason: null } : { state: result.state, reason: sentences[result.reason] };
}
