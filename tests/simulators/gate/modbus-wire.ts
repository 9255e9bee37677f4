/** Modbus TCP of a relay board: the seven-byte header and functions 01, 02 and 05. */

export interface ModbusRequest {
  transaction: number;
  unit: number;
  functionCode: number;
  /** The first word after the function code: an address. */
  address: number;
  /** The second word: a count, or a value to write. */
  value: number;
}

const headerLength = 7;
const requestLength = 12;

export const exceptions = { illegalFunction: 1, illegalAddress: 2 } as const;

/** Removes complete requests from the front of `bytes`. */
export function takeRequests(bytes: Buffer): { requests: ModbusRequest[]; rest: Buffer } {
  const requests: ModbusRequest[] = [];
  let rest = bytes;
  while (rest.length >= requestLength) {
    const length = 6 + rest.readUInt16BE(4);
    if (rest.length < length) break;
    requests.push({
      transaction: rest.readUInt16BE(0),
      unit: rest.readUInt8(6),
      functionCode: rest.readUInt8(headerLength),
      address: rest.readUInt16BE(8),
      value: rest.readUInt16BE(10),
    });
    rest = rest.subarray(length);
  }
  return { requests, rest };
}

export function bitsAnswer(request: ModbusRequest, bits: boolean[]): Buffer {
  const packed = Buffer.alloc(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => (packed[at >> 3] = (packed[at >> 3] ?? 0) | (Number(bit) << (at & 7))));
  return frame(request, Buffer.from([request.functionCode, packed.length, ...packed]));
}

/** Returns the response to a single write, which repeats its words. */
export function echoAnswer(request: ModbusRequest): Buffer {
  const { functionCode, address, value } = request;
  return frame(request, Buffer.from([functionCode, address >> 8, address & 0xff, value >> 8, value & 0xff]));
}

export function exceptionAnswer(request: ModbusRequest, code: number): Buffer {
  return frame(request, Buffer.from([request.functionCode | 0x80, code]));
}

function frame({ transaction, unit }: ModbusRequest, body: Buffer): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(body.length + 1, 4);
  header.writeUInt8(unit, 6);
  return Buffer.concat([header, body]);
}
