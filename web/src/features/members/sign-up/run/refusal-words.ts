import { problemSentence } from '../../../../lib/api/call-failure.ts';
import { fieldLabels, type FieldName } from '../form/fields/field-order.ts';
import type { Refusal } from './run.ts';

/** The field of the form behind each name of a request's body, a nested name by its last part, all in small letters. */
const fields: Readonly<Record<string, FieldName>> = {
  customercode: 'plate',
  secondarycode: 'tag',
  firstname: 'firstName',
  lastname: 'lastName',
  thecardnumber: 'theCardNumber',
  zipcode: 'zip',
  postal_code: 'zip',
  city: 'city',
  state: 'state',
  email: 'email',
  cellphone: 'cellPhone',
  phone: 'cellPhone',
  carmake: 'make',
  carmodel: 'model',
  carcolor: 'color',
  planid: 'plan',
  planprice: 'plan',
  paymentmethodid: 'card',
  setupintent: 'card',
};

/** What the API said of a refused step, each thing once: of fields in the words of the form, else its own sentence. */
export function refusalWords({ code, message, problems = [] }: Refusal): string[] {
  const ofFields = problems.map((problem) => problemSentence(labelOf(problem.path), problem.message));
  // Of an invalid request the sentence is only the first of the problems.
  const isOnlyFields = code === 'invalid_request' && ofFields.length > 0;
  return [...new Set([...(isOnlyFields ? [] : [message]), ...ofFields])];
}

function labelOf(path: string): string {
  const field = fields[path.split('.').at(-1)?.toLowerCase() ?? ''];
  return field === undefined ? '' : fieldLabels[field];
}
