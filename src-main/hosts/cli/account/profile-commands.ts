/** `labseal profile …`: the signed-in person's own record. */
import type { Command } from 'commander';
import { LARGEST_AVATAR_BYTES } from '../../../../src-shared/model/people/avatar-image.ts';
import type { OwnRecord } from '../../../features/people/profile.ts';
import { valueOf, type CommandContext } from '../command-context.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { permissionLines } from './permission-lines.ts';
import { asOfDocument, copyNote, markDocument, markText } from '../outbox/pending-marks.ts';
import { printFreeChange } from '../outbox/change-report.ts';
import { readChosenFile } from '../read-chosen-file.ts';
import { chooseTarget, saveOnly } from '../target-file.ts';

interface EditOptions {
  readonly name?: string;
  readonly lastName?: string;
  readonly organisation?: string;
  readonly location?: string;
  readonly json?: boolean;
}

interface AvatarOptions {
  readonly set?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function addProfileCommands(program: Command, context: CommandContext): void {
  const profile = program.command('profile').description('your own record on the service');

  profile
    .command('show')
    .description('who you are there')
    .option('--json', 'print one JSON document')
    .action((options: EditOptions) =>
      context.withAccount(options, async ({ people }, output) =>
        printProfile(valueOf(await people.profile.read(context.signal)), output),
      ),
    );

  profile
    .command('edit')
    .description('change your name or place; without the service it waits')
    .option('--name <text>', 'first name')
    .option('--last-name <text>', 'last name')
    .option('--organisation <text>', 'where you work')
    .option('--location <text>', 'where that is')
    .option('--json', 'print one JSON document')
    .action((options: EditOptions) =>
      context.withAccount(options, async ({ people }, output) => {
        const { name, lastName, organisation, location } = options;
        const given = [name, lastName, organisation, location];
        if (given.every((text) => text === undefined)) {
          throw new UsageError(
            'Say what to change: --name, --last-name, --organisation or --location.',
          );
        }
        const { user } = valueOf(await people.profile.read(context.signal));
        const change = {
          name: name ?? user.name,
          lastName: lastName ?? user.lastName,
          organisation: organisation ?? user.organisation,
          location: location ?? user.location,
        };
        return printFreeChange(
          valueOf(await people.freeChanges.editProfile(change, context.signal)),
          output,
        );
      }),
    );

  profile
    .command('avatar')
    .description('set your picture, or save the one the service has')
    .option('--set <file>', 'a PNG, JPEG, GIF or WebP picture')
    .option('--out <file>', 'where to save the present one; an existing file is never overwritten')
    .option('--json', 'print one JSON document')
    .action((options: AvatarOptions) =>
      context.withAccount(options, async ({ people }, output) => {
        const { set, out } = options;
        if (set !== undefined && out === undefined) {
          const bytes =
            (await readChosenFile('--set', set, LARGEST_AVATAR_BYTES)) ??
            Buffer.alloc(LARGEST_AVATAR_BYTES + 1); // its content does not matter any more
          return printFreeChange(
            valueOf(await people.freeChanges.setAvatar(bytes, context.signal)),
            output,
          );
        }
        if (set !== undefined || out === undefined) {
          throw new UsageError('Say either --set FILE or --out FILE.');
        }
        const target = await chooseTarget('--out', out);
        const picture = valueOf(await people.profile.avatar(context.signal));
        if (picture !== null) await saveOnly(target, picture.bytes);
        output.json({
          ok: true,
          path: picture === null ? null : out,
          mediaType: picture?.mediaType ?? null,
        });
        output.line(picture === null ? 'You have no picture there.' : `Saved as ${out}.`);
        return EXIT.done;
      }),
    );

  addAskedCommands(profile, context);
}

function addAskedCommands(profile: Command, context: CommandContext): void {
  profile
    .command('address')
    .description('your address on the blockchain')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async ({ people }, output) => {
        const address = valueOf(await people.profile.address(context.signal));
        output.json({ address });
        output.line(address);
        return EXIT.done;
      }),
    );

  profile
    .command('permissions')
    .description('what the service lets you do')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) =>
      context.withAccount(options, async ({ people }, output) => {
        const permissions = valueOf(await people.profile.permissions(context.signal));
        output.json(permissions);
        for (const line of permissionLines(permissions)) output.line(line);
        return EXIT.done;
      }),
    );
}

function printProfile({ user, mark, asOfMs }: OwnRecord, output: Output): ExitCode {
  const { userId, name, lastName, email, organisation, location, isActive } = user;
  const pending = mark === null ? null : markDocument(mark);
  output.json({ ...user, pending, asOf: asOfDocument(asOfMs) });
  const rows = [
    ['Name', `${name} ${lastName}`.trim()],
    ['E-mail', email],
    ['Organisation', organisation],
    ['Location', location],
    ['Id', userId],
    ['Active', isActive === null ? 'not stated' : isActive ? 'yes' : 'no'],
  ] as const;
  for (const [label, value] of rows) output.line(`${label.padEnd(12)}  ${value}`);
  if (mark !== null) output.line(`Not sent      ${markText(mark)}`);
  const note = copyNote(asOfMs);
  if (note !== null) output.note(`${note} Labseal could not refresh it.`);
  return EXIT.done;
}
