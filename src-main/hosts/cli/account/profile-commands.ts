/** `labseal profile …`: the signed-in person's own record. */
import { personName } from '../../../../src-shared/model/people/person-view.ts';
import { forProfile, type ProfileField } from '../../../../src-shared/service/users.ts';
import { permissionFacts, profileRows, withProfile } from './profile-options.ts';
import { type AnsweringCommand, HIDDEN } from '../answering-command.ts';
import type { Application } from '../application.ts';
import {
  evaluateAvatar,
  LARGEST_AVATAR_BYTES,
} from '../../../../src-shared/model/people/avatar-image.ts';
import type { ProfileView } from '../../../../src-shared/bridge/people-calls.ts';
import { valueOf } from '../command-context.ts';
import { coreFaultSentence } from '../fault-text.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { noteCopy, markDocument, markText } from '../outbox/pending-marks.ts';
import { printFreeChange } from '../outbox/change-report.ts';
import { chooseTarget, readChosenFile, saveOnly } from '../target-file.ts';

type EditOptions = Partial<Record<ProfileField, string>>;

interface AvatarOptions {
  readonly set?: string;
  readonly out?: string;
}

const FRESH = { mode: 'fresh' } as const;

export function addProfileCommands(program: AnsweringCommand): void {
  const profile = program.command('profile').description('your own record on the service');

  profile
    .command('show')
    .description('who you are there, your address on the blockchain, and what you may do')
    .answers(showProfile);

  withProfile(
    profile
      .command('edit')
      .description('change what is said of you there; without the service it waits'),
  ).answers(async ({ call }, output, options: EditOptions) => {
    const edit = forProfile((field) => options[field]);
    if (Object.values(edit).every((text) => text === undefined)) {
      throw new UsageError(
        'Say what to change, for example --name TEXT; "--help" shows all options.',
      );
    }
    const { change } = await call('profile.edit', { ...edit, ...FRESH });
    return printFreeChange(change, output);
  });

  profile
    .command('avatar')
    .description('set your picture, or save the one the service has')
    .option('--set <file>', 'a PNG, JPEG, GIF or WebP picture')
    .option('--out <file>', 'where to save the present one; an existing file is never overwritten')
    .answers(async (application, output, options: AvatarOptions) => {
      const { call } = application;
      const { set, out } = options;
      if (set !== undefined && out === undefined) {
        const bytes =
          (await readChosenFile('--set', set, LARGEST_AVATAR_BYTES)) ??
          Buffer.alloc(LARGEST_AVATAR_BYTES + 1); // its content does not matter any more
        valueOf(evaluateAvatar(bytes));
        const base64 = bytes.toString('base64');
        return printFreeChange(await call('profile.setAvatar', { base64 }), output);
      }
      if (set !== undefined || out === undefined) {
        throw new UsageError('Say either --set FILE or --out FILE.');
      }
      const target = await chooseTarget('--out', out, application);
      const { image } = await call('profile.avatar', FRESH);
      if (image !== null) await saveOnly(target, Buffer.from(image.base64, 'base64'));
      const saved = { path: image === null ? null : out, mediaType: image?.mediaType ?? null };
      const said = image === null ? 'You have no picture there.' : `Saved as ${out}.`;
      return output.answer({ ok: true, ...saved }, said);
    });

  addAskedCommands(profile);
}

function addAskedCommands(profile: AnsweringCommand): void {
  profile
    .command('address', HIDDEN)
    .isNow('profile show')
    .answers(async ({ call }, output) => {
      const { address } = await call('profile.address', FRESH);
      return output.answer({ address }, address);
    });

  profile
    .command('permissions', HIDDEN)
    .isNow('profile show')
    .answers(async ({ call }, output) => {
      const permissions = await call('profile.permissions', {});
      output.json(permissions);
      output.facts(permissionFacts(permissions));
      return EXIT.done;
    });
}

/** What the service does not tell, and no copy has, is not shown, and why. */
async function showProfile({ call, ask }: Application, output: Output): Promise<ExitCode> {
  const { mark, asOfMs, fault = null, ...user }: ProfileView = await call('profile.read', FRESH);
  const asked = await ask('profile.address', FRESH);
  const address = asked.ok ? asked.value.address : null;
  // Of a service that is away nothing more is asked.
  const isAway = !asked.ok && asked.fault.kind === 'unavailable';
  const allowed = isAway ? asked : await ask('profile.permissions', {});
  const permissions = allowed.ok ? allowed.value : null;
  const { userId, email, isActive } = user;
  const pending = mark === null ? null : markDocument(mark);
  output.json({ ...user, pending, asOf: isoFromMs(asOfMs), address, permissions });
  output.facts([
    ['Name', personName(user)],
    ['E-mail', email],
    ...profileRows(user),
    ['Id', userId],
    ['Active', isActive === null ? 'not stated' : isActive ? 'yes' : 'no'],
    ['Not sent', mark === null ? null : markText(mark)],
    ['Address', address],
    ...(permissions === null ? [] : permissionFacts(permissions)),
  ]);
  noteCopy({ asOfMs, isComplete: true, fault }, '', output);
  const unread = isAway
    ? [{ what: 'Your address, and what you may do,', answer: asked }]
    : [
        { what: 'Your address', answer: asked },
        { what: 'What you may do', answer: allowed },
      ];
  for (const { what, answer } of unread) {
    if (!answer.ok) output.note(`${what} could not be read. ${coreFaultSentence(answer.fault)}`);
  }
  return EXIT.done;
}
