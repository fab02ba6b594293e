export const assignment = {
  project: 'Project',
  labels: 'Labels',
  labelsHint: 'At least one, separated by commas.',
  visibility: 'Visibility',
  visibilities: { private: 'Private', public: 'Public' },
  visibilityHints: {
    private: '1 credit each. There is no public download link.',
    public: 'Costs its size in MB. Anybody with the link can download it.',
  },
  type: 'Type',
  types: { primary: 'Primary', secondary: 'Secondary' },
  typeHints: { primary: 'Original data.', secondary: 'Made from primary files.' },
  procedureDescription: 'How it was made',
  linkToProcedure: 'Files that describe the procedure',
  primaryData: 'Primary files it comes from',
  idsHint: 'Files on the platform, or files here that go there first.',
  check: 'Duplicate check',
  checkPromise:
    'Files are compared with the records on this computer first. The duplicate check uploads each new file to the service (free). Nothing is recorded or charged before you approve. Two computers of your account that send the same file at the same moment can both be charged.',
  checks: { always: 'Always', 'up-to': 'Up to a size', never: 'Never' },
  checkedUpTo: (size: string) => `Up to ${size}`,
  checkHints: {
    always: 'Uploads each new file to check for duplicates (free).',
    'up-to':
      'Uploads files up to this size for the check (free), and larger ones only where this computer may lack records of your account. Larger files that others uploaded may be charged again.',
    never:
      'Uploads no file for the check, unless this computer may lack records of your account. Files that others uploaded may be charged again.',
  },
  upTo: 'Up to how many MB',
  problems: {
    project: 'Choose a project.',
    labels: 'Add at least one label.',
    procedure: 'A secondary file needs this.',
    check: 'Choose whether new files may be uploaded for the duplicate check.',
    size: 'Enter a number of megabytes above 0.',
  },
};
