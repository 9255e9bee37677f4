import { makeFile, type File } from '../objects/file.ts';
import { createOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { fileFieldName, type SentFile } from '../wire/multipart.ts';

const path = '/v1/files';

/** Evidence files are images and PDFs of at most 5 MB. */
const largestBytes = 5 * 1024 * 1024;
const types: readonly (string | null)[] = ['pdf', 'jpg', 'jpeg', 'png'];

function create(sandbox: Sandbox, input: Input): File {
  const purpose = input.choice('purpose', ['dispute_evidence']) ?? missing('purpose');
  const sent = input.object(fileFieldName);
  const { name, data }: SentFile = { name: sent?.text('name') ?? '', data: sent?.text('data') ?? missing(fileFieldName) };
  const file = makeFile({ id: sandbox.newId('file'), created: sandbox.now(), filename: name, purpose, data });
  if (!types.includes(file.type)) throw invalidParameter(fileFieldName, `Invalid file type: ${name}`);
  if (file.size > largestBytes) throw invalidParameter(fileFieldName, 'The file is too large');
  sandbox.store.put(file);
  return file;
}

function missing(param: string): never {
  throw missingParameter(param);
}

export const fileOperations: readonly Operation[] = [
  createOperation(path, ['purpose', fileFieldName], create),
  retrieveOperation('file', path, { named: 'file upload', param: 'file' }),
];
