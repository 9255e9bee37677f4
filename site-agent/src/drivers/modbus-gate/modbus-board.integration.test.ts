import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WriteDeadline } from '../../ports/write-deadline.ts';
import { BoardError } from '../relay-board.ts';
import { ModbusBoard } from './modbus-board.ts';

let server: Server;
let board: ModbusBoard;
let peer: Socket;

/** A board that accepts everything and never responds. */
beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const { port } = server.address() as AddressInfo;
  board = await ModbusBoard.connect({ host: '127.0.0.1', port, unit: 1 }, new AbortController().signal);
  [peer] = await accepted;
});

afterEach(() => {
  board.close();
  peer.destroy();
  server.close();
});

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

it('leaves open what an unanswered write did', async () => {
  expect(await errorOf(board.switchOn(0, WriteDeadline.none))).toMatchObject({ name: 'BoardError', nothingDone: false });
});

it('does not wait out its deadline when the line is lost', async () => {
  const error = errorOf(board.switchOn(0, WriteDeadline.none));
  await once(peer, 'data');
  peer.destroy();
  expect(await error).toMatchObject({ nothingDone: false, message: expect.stringContaining('connection lost') });
});

it('knows that nothing was done once the line is lost', async () => {
  peer.destroy();
  await errorOf(board.readCoil(0));
  expect(await errorOf(board.switchOn(0, WriteDeadline.none))).toMatchObject({ nothingDone: true });
});

it('does not send what has become too late in the queue', async () => {
  const seen: Buffer[] = [];
  peer.on('data', (chunk: Buffer) => seen.push(chunk));

  const waiting = errorOf(board.readCoil(0));
  const late = await errorOf(board.switchOn(0, new WriteDeadline(performance.now() + 50)));

  expect(await waiting).toBeInstanceOf(BoardError);
  expect(late).toMatchObject({ name: 'CommandExpired' });
  expect(Buffer.concat(seen)).toHaveLength(12);
});

it('closes by a reset, so that nothing on its way is delivered later', async () => {
  const broken = once(peer, 'error') as Promise<[NodeJS.ErrnoException]>;
  peer.resume();
  board.close();
  expect((await broken)[0].code).toBe('ECONNRESET');
});
