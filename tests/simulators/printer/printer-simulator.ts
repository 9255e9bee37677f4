import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeviceServer } from '../device-kit/device-server.ts';
import type { RunningSimulator } from '../device-kit/run-simulator.ts';
import { takeCommand } from './escpos-commands.ts';
import { Paper, type Receipt } from './paper.ts';
import { noReceipt, printerPage } from './printer-page.ts';
import { receiptSvg } from './receipt-svg.ts';

export interface PrinterBehaviour {
  paperOut: boolean;
  coverOpen: boolean;
  /** Set offline by its button. */
  offline: boolean;
  /** Switched off or unplugged: connections are refused. */
  refuse: boolean;
  /** Lines until the roll is empty; null: never. */
  paperLeft: number | null;
  /** Lines until it stops in the middle of a job and sends nothing more; null: never. */
  hangAfterLines: number | null;
  /** Time per line. */
  lineMs: number;
  /** Prints without sending any status. */
  dumb: boolean;
  /** Size of its buffer at a serial port; null: endless. It stops the flow by XOFF before the buffer is full, and then loses bytes. */
  bufferBytes: number | null;
  /** Sends zeros endlessly, like a faulty box between printer and agent. */
  babbles: boolean;
}

const wellBehaved: PrinterBehaviour = {
  paperOut: false,
  coverOpen: false,
  offline: false,
  refuse: false,
  paperLeft: null,
  hangAfterLines: null,
  lineMs: 0,
  dumb: false,
  bufferBytes: null,
  babbles: false,
};

const behaviourChange = z.strictObject({
  paperOut: z.boolean().optional(),
  coverOpen: z.boolean().optional(),
  offline: z.boolean().optional(),
  refuse: z.boolean().optional(),
  paperLeft: z.int().min(0).nullable().optional(),
  hangAfterLines: z.int().min(0).nullable().optional(),
  lineMs: z.int().min(0).optional(),
  dumb: z.boolean().optional(),
  bufferBytes: z.int().min(1).nullable().optional(),
  babbles: z.boolean().optional(),
});

export interface PrinterSimulatorOptions {
  port?: number;
  behaviour?: Partial<PrinterBehaviour>;
}

export interface PrinterSimulator extends RunningSimulator {
  /** Pages for people: the last receipts as pictures, drawn from the received bytes. */
  pages: Record<'' | 'receipt.svg', () => string>;
  /** `paper`: cut receipts; `uncut`: lines of a stopped job. */
  state(): { connections: number; paper: Receipt[]; uncut: string; drawerKicks: number; behaviour: PrinterBehaviour };
  behave(change: z.infer<typeof behaviourChange>): Promise<void>;
}

const [xon, xoff] = [Buffer.of(0x11), Buffer.of(0x13)];
const babbleEveryMs = 20;
const shownReceipts = 20;

/** Starts a receipt printer with ESC/POS over TCP. */
export async function startPrinterSimulator({ port = 0, behaviour = {} }: PrinterSimulatorOptions = {}): Promise<PrinterSimulator> {
  const printer = new Printer(port, { ...wellBehaved, ...behaviour });
  await printer.switchOnOrOff();
  return {
    port: printer.server.port,
    state: () => ({
      connections: printer.server.connections,
      paper: printer.paper.receipts,
      uncut: printer.paper.uncut,
      drawerKicks: printer.paper.drawerKicks,
      behaviour: printer.behaviour,
    }),
    pages: {
      '': () => printerPage(printer.jobs.map(receiptSvg)),
      'receipt.svg': () => {
        const [last] = printer.jobs;
        return last ? receiptSvg(last) : noReceipt;
      },
    },
    behave: (change) => printer.behave(change),
    posts: {
      behaviour: (body) => printer.behave(behaviourChange.parse(body)),
      drop: () => printer.server.drop(),
    },
    stop: () => printer.server.close(),
  };
}

/**
 * The print head empties a buffer. Bytes stay in the buffer while the printer cannot print and are printed later, even if the sender has
 * long disconnected: this is how receipts are printed twice.
 */
class Printer {
  readonly paper = new Paper();
  readonly server: DeviceServer;
  readonly behaviour: PrinterBehaviour;
  /** The bytes of the last receipts, newest first. */
  jobs: Buffer[] = [];
  #job: Buffer[] = [];
  #buffer = Buffer.alloc(0);
  #automaticStatus = false;
  #printing = false;
  #isFlowStopped = false;

  constructor(port: number, behaviour: PrinterBehaviour) {
    this.behaviour = behaviour;
    this.server = new DeviceServer(port, (socket) => this.#serve(socket));
  }

  async switchOnOrOff(): Promise<void> {
    await this.server.listen();
    if (this.behaviour.refuse) await this.server.close();
  }

  async behave(change: z.infer<typeof behaviourChange>): Promise<void> {
    Object.assign(this.behaviour, change);
    await (this.behaviour.refuse ? this.server.close() : this.server.listen());
    this.#tellAutomatically();
    void this.#print();
  }

  #serve(socket: Socket): void {
    const babble = setInterval(() => {
      if (this.behaviour.babbles) this.#send(Buffer.of(0x00));
    }, babbleEveryMs);
    socket.once('close', () => clearInterval(babble));
    socket.on('data', (chunk) => {
      const { inquiries, rest } = withoutInquiries(chunk);
      for (const n of inquiries) this.#send(Buffer.of(this.#realTimeStatus(n)));
      this.#buffer = Buffer.concat([this.#buffer, rest]).subarray(0, this.behaviour.bufferBytes ?? undefined);
      this.#controlFlow();
      void this.#print();
    });
  }

  async #print(): Promise<void> {
    if (this.#printing) return;
    this.#printing = true;
    for (let taken = takeCommand(this.#buffer); taken && this.#canPrint(); taken = takeCommand(this.#buffer)) {
      this.#job.push(this.#buffer.subarray(0, taken.length));
      this.#buffer = this.#buffer.subarray(taken.length);
      this.#controlFlow();
      const { command } = taken;
      this.paper.execute(command);
      if (command.do === 'cut') this.#keepJob();
      if (command.do === 'line') await this.#wearLine();
      if (command.do === 'automatic-status') this.#setAutomatic(command.on);
      if (command.do === 'report-paper') this.#send(Buffer.of(0x00));
    }
    this.#printing = false;
  }

  /** XOFF at three quarters of the buffer, XON at one. */
  #controlFlow(): void {
    const { bufferBytes } = this.behaviour;
    if (bufferBytes === null) return;
    const stops = this.#buffer.length > (bufferBytes * (this.#isFlowStopped ? 1 : 3)) / 4;
    if (stops !== this.#isFlowStopped) this.server.send(stops ? xoff : xon);
    this.#isFlowStopped = stops;
  }

  #keepJob(): void {
    this.jobs = [Buffer.concat(this.#job), ...this.jobs].slice(0, shownReceipts);
    this.#job = [];
  }

  #canPrint(): boolean {
    const { paperOut, coverOpen, offline, hangAfterLines } = this.behaviour;
    return !paperOut && !coverOpen && !offline && hangAfterLines !== 0;
  }

  async #wearLine(): Promise<void> {
    const { behaviour } = this;
    if (behaviour.lineMs > 0) await sleep(behaviour.lineMs);
    if (behaviour.hangAfterLines !== null) behaviour.hangAfterLines -= 1;
    if (behaviour.paperLeft === null) return;
    behaviour.paperLeft -= 1;
    if (behaviour.paperLeft > 0) return;
    await this.behave({ paperOut: true, paperLeft: null });
  }

  #setAutomatic(on: boolean): void {
    this.#automaticStatus = on;
    this.#tellAutomatically();
  }

  #tellAutomatically(): void {
    if (!this.#automaticStatus) return;
    const { paperOut, coverOpen } = this.behaviour;
    this.#send(Buffer.of(0x10 | (this.#isOffline() ? 0x08 : 0) | (coverOpen ? 0x20 : 0), 0x00, paperOut ? 0x0c : 0x00, 0x0f));
  }

  #realTimeStatus(n: number): number {
    const { paperOut, coverOpen } = this.behaviour;
    if (n === 1) return 0x12 | (this.#isOffline() ? 0x08 : 0);
    return 0x12 | (coverOpen ? 0x04 : 0) | (paperOut ? 0x20 : 0);
  }

  #isOffline(): boolean {
    const { paperOut, coverOpen, offline } = this.behaviour;
    return paperOut || coverOpen || offline;
  }

  #send(bytes: Buffer): void {
    if (!this.behaviour.dumb) this.server.send(bytes);
  }
}

/** Extracts `DLE EOT n`, which is processed on arrival, before the buffer, as in real printers. */
function withoutInquiries(chunk: Buffer): { inquiries: number[]; rest: Buffer } {
  const inquiries: number[] = [];
  const rest: number[] = [];
  for (let at = 0; at < chunk.length; at += 1) {
    const n = chunk[at + 2];
    if (chunk[at] === 0x10 && chunk[at + 1] === 0x04 && n !== undefined && n >= 1 && n <= 4) {
      inquiries.push(n);
      at += 2;
    } else rest.push(chunk[at] ?? 0);
  }
  return { inquiries, rest: Buffer.from(rest) };
}
