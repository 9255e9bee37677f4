import {
  cancelSignature,
  customerSignatures,
  requestSignature,
  signAgreement,
  waitingSignatures,
} from '@washdesk/contracts/members/signature';
import { notModified } from '../../../common/not-modified.ts';
import { principalOf, route, type Route } from '../../../http/route.ts';
import type { SignService } from './sign.service.ts';
import type { SignaturesService } from './signatures.service.ts';

export function signaturesRoutes({ signatures, signing }: { signatures: SignaturesService; signing: SignService }): Route[] {
  return [
    route(requestSignature, async ({ body, keyedCall, operationKey, reply }) => {
      const answer = await signatures.request(body, keyedCall(), operationKey);
      reply.status(answer.tablet ? 201 : 202);
      return answer;
    }),
    route(waitingSignatures, async ({ query, caller, knownVersion, reply }) => {
      const waiting = await signatures.waiting(caller, { ...query, knownVersion });
      reply.version(waiting.version);
      return waiting.signatures === null ? notModified : list(waiting.signatures);
    }),
    route(signAgreement, ({ body, caller }) => signing.sign(body, caller)),
    route(cancelSignature, ({ params, caller }) => signatures.cancel(params.id, principalOf(caller))),
    route(customerSignatures, async ({ params }) => list(await signatures.ofCustomer(params.id))),
  ];
}

const list = <T>(signatures: T[]) => ({ signatures, count: signatures.length, next_page: null });
