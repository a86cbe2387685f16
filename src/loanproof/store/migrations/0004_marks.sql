-- A mark shows that a record was changed after it was kept; with the key of a house it shows who kept it.
-- Records of earlier versions have none: they are read, and said to be not authenticated.

ALTER TABLE runs ADD COLUMN mark TEXT;
ALTER TABLE samples ADD COLUMN mark TEXT;
ALTER TABLE evaluations ADD COLUMN mark TEXT;
