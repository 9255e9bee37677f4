import type { IncomingMessage, ServerResponse } from 'node:http';
import { Carrier } from './carrier.ts';
import { wireText } from './text-message.ts';
import { WireError } from './wire-error.ts';

export interface PhoneBehaviour {
  /** Connections are refused. */
  refuse: boolean;
  /** Responds 500 and accepts nothing. */
  fail: boolean;
  /** Accepts nothing and never responds. */
  hang: boolean;
  /** The number of texts that are accepted while their responses are lost. */
  loseAnswers: number;
  /** Numbers that do not exist. */
  dead: string[];
}

/** The company's account at the provider. */
export interface Account {
  account: string;
  token: string;
  /** E.164. */
  number: string;
}

/** The API of the account. */
export class Provider {
  readonly carrier: Carrier;
  readonly behaviour: PhoneBehaviour = { refuse: false, fail: false, hang: false, loseAnswers: 0, dead: [] };
  readonly #account: Account;
  readonly #hanging = new Set<ServerResponse>();

  constructor(account: Account) {
    this.#account = account;
    this.carrier = new Carrier(account.number);
  }

  /** Closes all pending requests. */
  letGo(): void {
    for (const response of this.#hanging) response.destroy();
    this.#hanging.clear();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    if (this.behaviour.hang) return void this.#hanging.add(response);
    try {
      const { status, body } = this.#done(request, form);
      if (request.method === 'POST' && this.behaviour.loseAnswers > 0) {
        this.behaviour.loseAnswers -= 1;
        return void response.destroy();
      }
      send(response, status, body);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      send(response, error.status, error.body);
    }
  }

  /** @throws WireError */
  #done(request: IncomingMessage, form: URLSearchParams): { status: number; body: object } {
    const { account, token } = this.#account;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.headers.authorization !== `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`) {
      throw new WireError(401, 20003, 'Authenticate');
    }
    if (this.behaviour.fail) throw new WireError(500, 20500, 'An internal server error has occurred');
    if (pathname !== `/2010-04-01/Accounts/${account}/Messages.json`) {
      throw new WireError(404, 20404, `The requested resource ${pathname} was not found`);
    }
    if (request.method === 'POST') return { status: 201, body: wireText(this.carrier.take(form, this.behaviour.dead), account) };
    const texts = this.carrier.list(searchParams.get('To'), Number(searchParams.get('PageSize') ?? 50));
    return { status: 200, body: { messages: texts.map((one) => wireText(one, account)), page: 0, next_page_uri: null } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
