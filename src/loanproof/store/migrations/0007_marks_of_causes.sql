-- Root causes and remediations get a mark like every other record. Those of earlier versions have none: with the key of a
-- house they count for nothing until they are recorded again.

ALTER TABLE root_causes ADD COLUMN mark TEXT;
ALTER TABLE remediations ADD COLUMN mark TEXT;
