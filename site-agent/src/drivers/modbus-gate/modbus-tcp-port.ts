import { EventEmitter } from 'node:events';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import type { Transport } from '../../transports/transport.ts';

/** Header of a Modbus TCP frame: the request's number, two zeros for the protocol, the length of the rest. */
const headerLength = 6;
const checkSumLength = 2;
const transactions = 256;

/**
 * The port that `modbus-serial` reads and writes: Modbus RTU frames on its side, Modbus TCP on the transport's. A lost transport needs no
 * event here, because each request ends with it (modbus-board.ts).
 */
export class ModbusTcpPort extends EventEmitter<{ data: [Buffer] }> {
  /** Names that the library reads: the number of the next request, and of the current response. */
  _transactionIdWrite = 1;
  _transactionIdRead = 0;
  /** Of the request that the library writes next. */
  deadline = WriteDeadline.none;
  readonly #transport: Transport;
  #received = Buffer.alloc(0);

  constructor(transport: Transport) {
    super();
    this.#transport = transport;
    transport.onData((chunk) => this.#receive(chunk));
  }

  get isOpen(): boolean {
    return this.#transport.isOpen;
  }

  open(done: (error?: Error) => void): void {
    done();
  }

  /** @throws CommandExpired after the deadline: nothing was sent */
  write(request: Buffer): void {
    const message = request.subarray(0, -checkSumLength);
    const header = Buffer.alloc(headerLength);
    header.writeUInt16BE(this._transactionIdWrite, 0);
    header.writeUInt16BE(message.length, 4);
    this._transactionIdWrite = (this._transactionIdWrite + 1) % transactions;
    // a failed write closes the transport
    this.#transport.write(Buffer.concat([header, message]), this.deadline).catch(() => this.#transport.abort());
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    while (this.#received.length > headerLength) {
      const end = headerLength + this.#received.readUInt16BE(4);
      if (this.#received.length < end) return;
      this._transactionIdRead = this.#received.readUInt16BE(0);
      const message = this.#received.subarray(headerLength, end);
      this.#received = this.#received.subarray(end);
      this.emit('data', Buffer.concat([message, checkSum(message)]));
    }
  }
}

/** Returns the Modbus RTU checksum, a CRC-16, which the library expects after each response. */
function checkSum(message: Buffer): Buffer {
  let crc = 0xffff;
  for (const byte of message) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1;
  }
  const bytes = Buffer.alloc(checkSumLength);
  bytes.writeUInt16LE(crc);
  return bytes;
}
