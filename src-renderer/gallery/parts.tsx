/** Every part of `ui/` in every look it has, on one page: for the eye, and for the checks of accessibility. */
import { type ReactElement, useState } from 'react';
import { FILE_STATES, HOLD_REASONS, mayCarry } from '../../src-shared/model/files/file-state.ts';
import { AsOf } from '../ui/feedback/as-of.tsx';
import { BudgetBar } from '../ui/chart/budget-bar.tsx';
import { Button, IconButton } from '../ui/layout/button.tsx';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { Cost } from '../parts/credits/cost.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { DropZone } from '../ui/form/drop-zone.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { FileName } from '../parts/files/file-name.tsx';
import { Fingerprint, FingerprintPair } from '../parts/files/fingerprint.tsx';
import { Form, Success } from '../ui/form/form.tsx';
import { HealthBanner } from '../parts/notices/health-banner.tsx';
import { MenuButton } from '../ui/overlay/menu.tsx';
import { Page } from '../ui/layout/page.tsx';
import { PendingMark } from '../parts/changes/pending-change.tsx';
import { Pipeline } from '../parts/files/pipeline.tsx';
import { Popover } from '../ui/overlay/popover.tsx';
import { ProgressBar } from '../ui/feedback/progress-bar.tsx';
import { RadioGroup } from '../ui/form/radio-group.tsx';
import { ReasonedButton } from '../ui/layout/reasoned-button.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { Select } from '../ui/form/select.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { StatusText } from '../parts/files/status-text.tsx';
import { Table } from '../ui/grid/table.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { Verdict } from '../parts/notices/verdict.tsx';
import styles from './gallery.module.css';
import { HEX } from './hostile-certificate.ts';

const LONG_NAME = '2026-11-20_MS2_a_very_long_name_that_an_instrument_has_made_up_sample_014.raw';

export function Parts(): ReactElement {
  const [isOn, setIsOn] = useState(true);
  const [choice, setChoice] = useState<'public' | 'private'>('private');
  const [text, setText] = useState('');
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [isAsking, setIsAsking] = useState(false);
  const [dropped, setDropped] = useState<readonly string[]>([]);
  return (
    <Page title="Parts" subtitle="Every part in every look">
      <div className={styles['grid']}>
        <div className={styles['cell']}>
          <Button kind="primary" icon="plus">
            Add files
          </Button>
          <Button icon="search">Verify a file</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger" onPress={() => setIsAsking(true)}>
            Delete…
          </Button>
          <Button isSmall>Small</Button>
          <Button kind="primary" isPending>
            Pending
          </Button>
          <IconButton icon="copy" label="Copy" />
          <ReasonedButton kind="primary" reason="You have 4 credits, and an invitation costs 10.">
            Invite
          </ReasonedButton>
          <MenuButton
            label="More"
            entries={[
              {
                id: 'delete',
                label: 'Delete…',
                icon: 'trash',
                isDangerous: true,
                onAction: () => setIsAsking(true),
              },
            ]}
          />
          <Popover label="Why?">
            <p>Because it was asked for.</p>
          </Popover>
        </div>
        <div className={styles['cell']}>
          <TextField label="E-mail" hint="As in your account" type="email" />
          <TextField label="Password" type="password" error="Enter your password." />
          <SearchField label="Search by name" value={text} onChange={setText} />
          <Select
            label="Visibility"
            options={[
              { value: 'public', label: 'Public' },
              { value: 'private', label: 'Private' },
            ]}
            value={choice}
            onChange={setChoice}
          />
          <Checkbox isSelected={isOn} onChange={setIsOn}>
            Check the platform first
          </Checkbox>
          <RadioGroup
            label="Visibility of new files"
            options={[
              { value: 'public', label: 'Public', hint: 'about 413 credits' },
              { value: 'private', label: 'Private', hint: '1 credit' },
            ]}
            value={choice}
            onChange={setChoice}
          />
        </div>
        <ul className={styles['cell']}>
          {FILE_STATES.filter((state) => state !== 'held').map((state) => (
            <li key={state}>
              <StatusText
                state={state}
                hold={null}
                share={state === 'uploading' || state === 'hashing' ? 0.63 : null}
              />
            </li>
          ))}
        </ul>
        <ul className={styles['cell']}>
          {HOLD_REASONS.map((hold) => (
            <li key={hold}>
              <StatusText state={mayCarry('held', hold) ? 'held' : 'confirming'} hold={hold} />
            </li>
          ))}
        </ul>
        <div className={styles['cell']}>
          <HealthBanner
            severity="attention"
            title="2 files are held."
            text="Next upload needs 1,902 credits; you have 1,284 – 618 short."
          >
            <Button isSmall>Review held files</Button>
          </HealthBanner>
          <HealthBanner severity="blocking" title="Your session has ended." text="Uploads wait." />
          <HealthBanner severity="info" title="Demo." text="Nothing leaves this computer." />
          <Verdict kind="match" title="Match">
            This file is byte-for-byte the one that was notarized on 12 Nov 2026, 09:44 UTC.
          </Verdict>
          <Verdict kind="differs" title="Does not match">
            This file’s contents differ from the notarized file.
          </Verdict>
          <Verdict kind="unsure" title="Can’t tell yet">
            The record has no fingerprint we can read.
          </Verdict>
        </div>
        <div className={styles['cell']}>
          <Pipeline
            label="Steps"
            steps={[
              { id: 'a', label: 'Saved and stable', stage: 'done', side: '09:41' },
              { id: 'b', label: 'Uploaded, 399 credits', stage: 'done', side: '09:44' },
              { id: 'c', label: 'Checking · being recorded', stage: 'current', side: '2 min' },
              { id: 'd', label: 'Certificate saved', stage: 'waiting' },
              { id: 'e', label: 'Stopped here', stage: 'broken' },
            ]}
          />
          <Fingerprint hash={HEX} method="SHA-256" />
          <FingerprintPair
            first={{ label: 'This file', hash: HEX }}
            second={{ label: 'Record', hash: `${HEX.slice(0, 20)}0d1e${HEX.slice(24)}` }}
          />
          <div className={styles['narrow']}>
            <FileName name={LONG_NAME} />
          </div>
          <Cost credits={413} isExact={false} />
          <AsOf atMs={Date.UTC(2026, 10, 20, 9, 44)} />
          <PendingMark stage="waiting" text="Will be invited when online · 10 credits" />
          <PendingMark stage="sending" text="Sending…" />
          <PendingMark stage="unknown" text="Checking whether it arrived" />
          <PendingMark stage="refused" text="Not accepted: project is full (12 of 12)" />
          <BudgetBar
            label="Per day"
            budget={{ limit: 500, spent: 210, reserved: 90, queued: 100 }}
          />
          <ProgressBar label="Reading" share={0.3} />
        </div>
        <div className={styles['cell']}>
          <Tabs
            label="Views"
            parts={[
              { id: 'one', label: 'Files', content: <Skeleton /> },
              { id: 'two', label: 'Folders', content: <p>Folders</p> },
            ]}
            selected={tab}
            onSelect={setTab}
          />
          <Table
            caption="Prices"
            columns={[
              { id: 'what', label: 'What', cell: ({ what }) => what },
              { id: 'price', label: 'Credits', isNumber: true, cell: ({ price }) => price },
            ]}
            rows={[
              { what: 'Private upload', price: 1 },
              { what: 'Project', price: 50 },
            ]}
            rowId={({ what }) => what}
          />
          <DropZone
            label="A file to verify"
            onFiles={(files) => setDropped(files.map(({ name }) => name))}
          />
          <p>{dropped.join(', ')}</p>
        </div>
        <div className={styles['cell']}>
          <EmptyState title="No files yet" text="Files of the folders you watch appear here.">
            <Button>Watch a folder</Button>
          </EmptyState>
          <Form
            submitLabel="Send"
            isPending={false}
            problem="The service cannot be reached."
            onSubmit={() => false}
          >
            <TextField label="Name" error="Fill this in." />
          </Form>
          <Success>The new password is set.</Success>
        </div>
      </div>
      <Dialog
        title="Delete this file?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        isQuestion
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>Keep it</Button>
            <Button kind="danger" onPress={() => setIsAsking(false)}>
              Delete (1 credit)
            </Button>
          </>
        }
      >
        <p>Its history stays on the chain.</p>
      </Dialog>
    </Page>
  );
}
