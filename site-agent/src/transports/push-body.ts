import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

/** Of a whole post, pictures included. */
const maxBytes = 8 * 1024 * 1024;
/** Of one text. */
const maxTextBytes = 512 * 1024;
const maxParts = 16;

/** The post is larger than a device may send. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor() {
    super(`it posts more than ${maxBytes / 1024 / 1024} MB; switch its pictures off or make them smaller`);
  }
}

/** @throws BodyTooLarge if the announced length is */
export function checkLength({ headers }: IncomingMessage): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
}

/**
 * Reads the texts of a post: its body, or the fields, XML and JSON of a multipart one. Pictures are dropped as they arrive. Returns no text of
 * a damaged body.
 * @throws BodyTooLarge
 * @throws Error if the connection is lost before the end
 */
export async function readDocuments(request: IncomingMessage): Promise<string[]> {
  const isMultipart = request.headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
  return isMultipart ? readParts(request) : [await textOf(limited(request))];
}

async function readParts(request: IncomingMessage): Promise<string[]> {
  const texts: Promise<string>[] = [];
  try {
    const limits = { parts: maxParts, fieldSize: maxTextBytes };
    const parser = busboy({ headers: request.headers, limits });
    parser.on('field', (_name, value, { valueTruncated }) => texts.push(Promise.resolve(valueTruncated ? '' : value)));
    parser.on('file', (name, stream, { filename, mimeType }) => {
      // the end of a damaged body is reported by the parser too
      stream.on('error', () => undefined);
      if (isText(mimeType, filename ?? name)) texts.push(textOf(stream).catch(() => ''));
      else stream.resume();
    });
    await pipeline(limited(request), parser);
  } catch (error) {
    const isLost = request.destroyed && !request.complete;
    if (error instanceof BodyTooLarge || isLost) throw error;
    request.resume();
    return [];
  }
  return Promise.all(texts);
}

const isText = (mimeType: string, filename: string): boolean =>
  /\b(?:xml|json)\b|^text\//iu.test(mimeType) || /\.(?:xml|json)$/iu.test(filename);

/** Passes the body on and fails once it is too large, whatever its length was announced as. */
async function* limited(request: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0;
  // the response is sent over the same socket
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLarge();
    yield chunk;
  }
}

/** Returns nothing of a text that is longer than any device's. */
async function textOf(stream: Readable | AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxTextBytes) chunks.push(chunk);
  }
  return size > maxTextBytes ? '' : Buffer.concat(chunks).toString('utf8');
}
