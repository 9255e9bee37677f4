import type { SamplesOf } from '../samples.fixture.ts';
import * as contracts from './dispute-evidence.ts';

type Texts = Record<contracts.EvidenceTextName, string>;

export const samples: SamplesOf<typeof contracts> = {
  getEvidencePack: { params: { id: 'du_none' }, notMeasured: 'few charges are disputed, and a dispute is found by its id' },
  evidencePdf: { params: { id: 'du_none' }, notMeasured: 'a document that is made on request' },
  saveEvidencePack: {
    params: { id: 'du_none' },
    body: { texts: Object.fromEntries(contracts.evidenceTextNames.map((name) => [name, 'She signed.'])) as Texts },
  },
  submitEvidencePack: { params: { id: 'du_none' }, body: { pack: '00000000-0000-4000-8000-000000000009' } },
};
