/** `labseal member …`: people of a project. */
import type { AnsweringCommand } from '../answering-command.ts';
import {
  type KnownPeople,
  memberCounts,
  withLeader,
  type AskedPerson,
  personName,
} from '../../../../src-shared/model/people/person-view.ts';
import type {
  MembersView,
  PendingMember,
} from '../../../../src-shared/model/changes/pending-view.ts';
import { creditText, integer } from '../../../../src-shared/model/words/en/figures.ts';
import { CREDITS } from '../../../../src-shared/service/limits.ts';
import { agree, type AgreementOptions } from '../price-agreement.ts';
import { BRIEF } from '../application.ts';
import { valueOf } from '../command-context.ts';
import { EXIT, UsageError, type ExitCode } from '../exit-code.ts';
import type { Output } from '../output.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { noteCopy, markDocument, markText } from '../outbox/pending-marks.ts';
import { freshOrKept } from './fresh-or-kept.ts';
import { printFreeChange } from '../outbox/change-report.ts';
import { runPaidChange, withLaterPrice, type PaidOptions } from '../outbox/run-paid-change.ts';
import {
  personOf,
  type PersonOptions,
  readProject,
  withPerson,
  withProject,
  personCalled,
  projectNames,
} from '../subjects.ts';

interface MemberOptions extends PersonOptions {
  readonly project: string;
}

export function addMemberCommands(program: AnsweringCommand): void {
  const member = program.command('member').description('people of a project');

  withProject(
    member
      .command('list')
      .description('the people of a project, with what waits to be sent about them'),
  ).answersAbout(readProject('member list'), async ({ ask }, output, projectId) => {
    const read = await freshOrKept((mode) => ask('members.list', { projectId, mode }, BRIEF));
    return printMembers(
      { ...read.value, ...(read.fault === null ? {} : { fault: read.fault }) },
      output,
    );
  });

  addMemberFindCommand(member);

  withLaterPrice(
    ofProject(member.command('invite').description('invite somebody to a project (costs credits)')),
  ).answersAbout(
    readSomebody('invite'),
    async (application, output, person, _named, options: MemberOptions & PaidOptions) => {
      const wish = { kind: 'invite-member', projectId: options.project, person } as const;
      const offer = await application.call('outbox.price', wish);
      return runPaidChange(application, offer, options, output);
    },
  );

  ofProject(
    member
      .command('activate')
      .alias('accept') // what it does, in the words of whoever was invited
      .description('accept an open invitation: your own, or that of somebody you name'),
  ).answersAbout(personOf, async ({ ask }, output, person, _named, { project }: MemberOptions) => {
    const accepted = await ask('members.activate', { projectId: project, person });
    if (person === null && !accepted.ok && accepted.fault.kind === 'not-found') {
      output.note(`The service has no open invitation of yours to project ${project}.`);
    }
    return printFreeChange(valueOf(accepted), output);
  });

  ofProject(member.command('remove').description('remove somebody, or take an invitation back'))
    .option('--yes', 'do not ask')
    .answersAbout(
      readSomebody('remove'),
      async (application, output, person, _named, options: MemberOptions & AgreementOptions) => {
        const { call } = application;
        const { project: projectId } = options;
        const { userId, name, invitedBy } = await call('members.find', { projectId, person });
        if (invitedBy !== null) {
          // What was not sent is taken back for nothing.
          await call('outbox.resolve', { id: String(invitedBy), decision: 'undo' });
          return printFreeChange(null, output);
        }
        const question = removalQuestion(name, (await projectNames(application))(projectId));
        if (!(await agree(question, options, output))) return EXIT.needsPerson;
        return printFreeChange(await call('members.remove', { projectId, userId }), output);
      },
    );
}

function ofProject(command: AnsweringCommand): AnsweringCommand {
  return withPerson(command.requiredOption('--project <id>', 'the project'));
}

function readSomebody(verb: string) {
  return (named: string | undefined, options: PersonOptions): AskedPerson => {
    const person = personOf(named, options);
    if (person !== null) return person;
    throw new UsageError(
      `Name the person: labseal member ${verb} PERSON --project ID, or with --user ID or --email ADDRESS.`,
    );
  };
}

function removalQuestion(name: string, project: string): string {
  const price = creditText(CREDITS.projectInvitation);
  return `Remove ${name} from ${project}? To invite them again costs ${price}.`;
}

function printMembers(list: MembersView, output: Output): ExitCode {
  const { members, marks, added, leaderName, maxNumberOfMembers, isComplete, asOfMs } = list;
  output.json({
    members: members.map((member) =>
      Object.assign({ pending: null }, member, pendingOf(marks[member.userId])),
    ),
    added: added.map(addedDocument),
    leader: leaderName,
    maxNumberOfMembers,
    isComplete,
    asOf: isoFromMs(asOfMs),
    fault: list.fault?.kind ?? null,
  });
  const count = memberCountText(list, maxNumberOfMembers);
  const unsent = added.length === 0 ? '' : ` (+${integer(added.length)} not sent)`;
  output.line(`Members: ${count}${unsent}, led by ${leaderName}`);
  output.table(
    ['id', 'name', 'email', 'status', 'not sent'],
    [
      ...withLeader(list).map((member) => {
        const mark = marks[member.userId];
        const waits = mark === undefined ? '' : markText(mark);
        const status = member.userId === list.leaderId ? 'Leader' : member.status;
        return [member.userId, personName(member), member.email, status, waits];
      }),
      ...added.map(({ userId, userName, email, mark }) => [
        email === null ? userId : '–',
        userName,
        email ?? '',
        '',
        markText(mark),
      ]),
    ],
  );
  const more = 'The service did not show everybody. There may be more members.';
  noteCopy(list, more, output);
  return EXIT.done;
}

/** As the page counts them: who was only invited is no member yet. */
export function memberCountText(people: KnownPeople, most: number | null): string {
  const { joined, invited } = memberCounts(people);
  const limit = most === null ? '' : ` of ${integer(most)}`;
  return `${integer(joined)}${limit}${invited === 0 ? '' : `, ${integer(invited)} invited`}`;
}

function pendingOf(mark: MembersView['marks'][string] | undefined) {
  return mark === undefined ? {} : { pending: markDocument(mark) };
}

function addedDocument({ userId, userName, email, willBeLookedUp, mark }: PendingMember) {
  const id = willBeLookedUp ? null : userId;
  return { userId: id, userName, email, willBeLookedUp, pending: markDocument(mark) };
}

/** `labseal member find`: one person of the service. It finds nobody by a part of a name. */
function addMemberFindCommand(member: AnsweringCommand): void {
  member
    .command('find <id-or-email>')
    .description('somebody on the service, by id or by the complete e-mail address')
    .answers(async ({ call }, output, written: string) => {
      const user = await call('users.find', personCalled(written.trim()));
      output.json(user);
      output.table(
        ['id', 'name', 'e-mail', 'organisation', 'location'],
        [[user.userId, personName(user), user.email, user.organisation, user.location]],
      );
      return EXIT.done;
    });
}
