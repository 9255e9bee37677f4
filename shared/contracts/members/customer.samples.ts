import { byId, member, type BenchMember, type SamplesOf } from '../samples.fixture.ts';
import type * as contracts from './customer.ts';

const lastName = ({ name }: BenchMember): string => (name.includes(',') ? name.split(',')[0]! : name.split(' ').at(-1)!);
const search = (term: (person: BenchMember) => string) => (person: BenchMember) => ({ params: { term: term(person) } });

export const samples: SamplesOf<typeof contracts> = {
  searchCustomers: {
    params: { term: 'moore' },
    bench: {
      'an exact plate': search(({ plate }) => plate),
      'the beginning of a plate': search(({ plate }) => plate.slice(0, 4)),
      'the middle of a plate': search(({ plate }) => plate.slice(2, 6)),
      'a tag': search(({ tag }) => tag),
      'a last name': search(lastName),
      'first and last name': search(({ name }) => name.replace(',', '')),
      'a common name': search(() => 'smith'),
      'an email': search(({ email }) => email),
      'a domain of emails': search(() => 'example.com'),
      'a phone number': search(({ phone }) => phone),
      'last 4': search(({ last4 }) => last4),
      'two letters': search(({ name }) => name.slice(0, 2)),
      '"an"': search(() => 'an'),
      'one letter': search(({ name }) => name.slice(0, 1)),
      nobody: search(({ tag }) => `Q${tag.slice(-5)}XZ`),
    },
  },
  suggestCustomers: {
    params: { term: 'ABC132-IL' },
    bench: {
      'the beginning of a plate': search(({ plate }) => plate.slice(0, 4)),
      'the beginning of a name': search(({ name }) => name.slice(0, 4)),
    },
  },
  customerCheck: { params: { code: member.plate }, bench: ({ plate }) => ({ params: { code: plate } }) },
  customerGeneral: { params: { id: member.customer }, bench: byId },
};
