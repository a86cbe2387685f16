"""Step-downs and step-ups of a covenant: thresholds that change on dates."""
