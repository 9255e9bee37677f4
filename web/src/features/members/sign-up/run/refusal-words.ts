import { problemSentence } from '../../../../lib/api/call-failure.ts';
import { fieldLabels, type FieldName } from '../form/fields/field-order.ts';
import type { Refusal } from './run.ts';

/** The form's field for each name in a request's body, in lower case; a nested name by its last part. */
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

/**
 * Returns the API's messages about a rejected step without duplicates: problems of fields with the form's labels, otherwise the API's
 * message.
 */
export function refusalWords({ code, message, problems = [] }: Refusal): string[] {
  const ofFields = problems.map((problem) => problemSentence(labelOf(problem.path), problem.message));
  // The message of an invalid request is only the first of its problems.
  const isOnlyFields = code === 'invalid_request' && ofFields.length > 0;
  return [...new Set([...(isOnlyFields ? [] : [message]), ...ofFields])];
}

function labelOf(path: string): string {
  const field = fields[path.split('.').at(-1)?.toLowerCase() ?? ''];
  return field === undefined ? '' : fieldLabels[field];
}
