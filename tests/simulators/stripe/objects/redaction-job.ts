export type RedactionJob = ReturnType<typeof makeRedactionJob>;

export type RedactionStatus = 'validating' | 'ready' | 'failed' | 'redacting' | 'succeeded';

export const makeRedactionJob = ({ id, created, customers }: { id: string; created: number; customers: string[] }) => ({
  id,
  object: 'privacy.redaction_job' as const,
  created,
  livemode: false,
  objects: { customers },
  status: 'validating' as RedactionStatus,
  validation_behavior: 'fix',
});
