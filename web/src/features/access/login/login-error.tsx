import { Failure } from '../../../components/feedback/failure.tsx';

const unknownLoginError = 'Unknown Login Error';

/** Why a sign-in failed: the server's message or 'Unknown Login Error'. */
export function LoginError({ error }: { error: unknown }) {
  return <Failure error={error} otherwise={unknownLoginError} />;
}
