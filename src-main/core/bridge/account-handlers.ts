/** Answers that need no more than the account: status, credits, certificates. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import type { CoreFault } from '../../../src-shared/model/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Account } from '../account.ts';
import { withAccount, type HandlerParts, type HandlersOf } from './handlers.ts';

type Nouns = 'status' | 'credits' | 'certificates';

export function accountHandlers(parts: HandlerParts): HandlersOf<Nouns> {
  const { engine } = parts;

  /** Whoever reads the balance finds new credits: files that wait for them go on, without being told to. */
  async function lookForMore<Value>(
    account: Account,
    read: (account: Account) => Promise<Value>,
  ): Promise<Value> {
    const before = account.credits.known();
    const answer = await read(account);
    const isMore = (account.credits.known() ?? 0) > (before ?? 0);
    const isWaitedFor = account
      .status()
      .counts.some(({ hold, files }) => hold === 'credits' && files > 0);
    if (isMore && isWaitedFor) engine.lookAgain();
    return answer;
  }

  return {
    'status.read': () => ok(engine.status()),
    'credits.balance': (_input, signal) =>
      withAccount(parts, (account) =>
        lookForMore(account, async ({ credits }) => {
          const balance = await credits.balance(signal);
          return balance.ok ? ok({ credits: balance.value }) : balance;
        }),
      ),
    'credits.limits': () => withAccount(parts, ({ credits }) => ok(credits.limits())),
    'credits.setLimit': ({ name, value }) =>
      withAccount(parts, ({ credits }) => {
        const limits = credits.changeLimits({ [name]: value });
        engine.feed.tell({ kind: 'credits-changed' });
        engine.agreementsChanged();
        return ok(limits);
      }),
    'credits.history': ({ from, to }, signal) =>
      withAccount(parts, ({ credits }) => credits.history.read(from, to, signal)),
    'credits.forecast': (_input, signal) =>
      withAccount(parts, (account) =>
        lookForMore(account, async ({ credits }) => ok(await credits.forecast(signal))),
      ),
    'certificates.get': async ({ asked }, signal) => {
      const pdf = await certificateFile(parts, { form: 'pdf', asked }, signal);
      if (!pdf.ok) return pdf;
      const json = await certificateFile(parts, { form: 'json', asked }, signal);
      if (!json.ok) return json;
      const forms = await Promise.all([described('pdf', pdf.value), described('json', json.value)]);
      return ok({ asked, forms });
    },
    'certificates.range': ({ filter, first, count }) =>
      withAccount(parts, ({ activity }) => {
        const { total, proofs } = activity.proofs(filter, first, count);
        return ok({ total, first, rows: proofs });
      }),
    'certificates.show': ({ fileId }) =>
      withAccount(parts, ({ activity }) => {
        const proof = activity.proof(fileId);
        return proof === null ? fail({ kind: 'unknown-file', asked: fileId }) : ok(proof);
      }),
  };
}

/** Absolute path of a certificate in the account's own folder, fetched when it is not saved yet. */
export function certificateFile(
  parts: Pick<HandlerParts, 'engine' | 'settings'>,
  { form, asked }: { readonly form: CertificateForm; readonly asked: string },
  signal: AbortSignal,
): Promise<Result<string, CoreFault>> {
  return withAccount(parts, async (account) => {
    const kept = await account.certificate(asked, signal);
    if (!kept.ok) return kept;
    return ok(form === 'pdf' ? kept.value.pdfPath : kept.value.jsonPath);
  });
}

async function described(form: CertificateForm, file: string) {
  const { size: sizeBytes, mtimeMs } = await fs.stat(file);
  return { form, sizeBytes, fileName: path.basename(file), savedAtMs: Math.floor(mtimeMs) };
}
