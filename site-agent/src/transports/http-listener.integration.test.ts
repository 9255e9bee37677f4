import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../testing/support.ts';
import { HttpListener } from './http-listener.ts';

const server = createServer((_request, response) => void response.end('here'));
const problems: (string | null)[] = [];
const listener = new HttpListener(server, { host: '127.0.0.1', port: 0, onProblem: (problem) => problems.push(problem) });
afterEach(() => listener.stop());

it('reports a connection that the system refuses it, and keeps serving', async () => {
  listener.start();
  await eventually(() => listener.port > 0);
  expect(problems).toEqual([null]);
  // as Node does when the process has no file descriptor for the connection
  server.emit('error', new Error('accept EMFILE'));
  expect(problems.at(-1)).toBe(`the agent can’t accept a connection on 127.0.0.1:0: accept EMFILE`);
  expect(await (await fetch(`http://127.0.0.1:${listener.port}`)).text()).toBe('here');
  expect(problems.at(-1)).toBeNull();
});
