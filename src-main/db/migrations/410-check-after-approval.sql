-- Said once: how many folders ask before the price, as they did, and how many ask once it is approved, which they did not.
INSERT INTO preference (name, value)
  SELECT 'carried-over:check', json_object('kind', 'check', 'first', first, 'approved', approved) FROM (
    SELECT ifnull(sum(a.check_policy = 'always'), 0) AS first,
      ifnull(sum(a.check_policy <> 'always'
        AND (a.check_policy <> 'never' OR o.check_chosen_at_ms IS NULL)), 0) AS approved
    FROM folder o JOIN assignment a ON a.id = o.assignment_id
    WHERE o.kind = 'watched' AND o.removed_at_ms IS NULL)
  WHERE first + approved > 0;

-- The service is asked for each content once its price is approved. A folder may ask before the price, or never: that holds
-- only where a person chose it, for the folder itself or for files of it with instructions of their own.
UPDATE assignment SET check_policy = CASE
  WHEN check_policy = 'always' THEN 'first'
  WHEN check_policy = 'never' AND id IN (
    SELECT assignment_id FROM folder WHERE check_chosen_at_ms IS NOT NULL
    UNION SELECT f.assignment_id FROM file f JOIN folder o ON o.id = f.folder_id AND o.check_chosen_at_ms IS NOT NULL
    UNION SELECT c.assignment_id_before FROM completed_file c JOIN file f ON f.id = c.file_id
      JOIN folder o ON o.id = f.folder_id AND o.check_chosen_at_ms IS NOT NULL
  ) THEN 'never'
  ELSE 'approved' END;

ALTER TABLE folder DROP COLUMN check_chosen_at_ms;

-- What the service said when it refused to tell whether it has the content: platform_asked_at_ms is set then, and
-- platform_exists is not.
ALTER TABLE content ADD COLUMN platform_says TEXT;
