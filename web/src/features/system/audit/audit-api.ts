import { getAuditCheck, getAuditEntry, listAudit, listAuditActions, startAuditCheck } from '@washdesk/contracts/system/audit';
import { api } from '../../../lib/api/api.ts';
import { csvFromContract, fromContract } from '../../../lib/api/contract-call.ts';

const auditApi = api.enhanceEndpoints({ addTagTypes: ['Audit'] }).injectEndpoints({
  endpoints: (build) => ({
    auditFile: build.mutation(csvFromContract(listAudit)),
    audit: build.query({ ...fromContract(listAudit), keepUnusedDataFor: 0 }),
    auditActions: build.query(fromContract(listAuditActions)),
    auditEntry: build.query(fromContract(getAuditEntry)),
    auditCheck: build.query({ ...fromContract(getAuditCheck), providesTags: ['Audit'] }),
    startAuditCheck: build.mutation({ ...fromContract(startAuditCheck), invalidatesTags: ['Audit'] }),
  }),
});

export const {
  useAuditQuery,
  useAuditFileMutation,
  useAuditActionsQuery,
  useAuditEntryQuery,
  useAuditCheckQuery,
  useStartAuditCheckMutation,
} = auditApi;
