def doubt_about(sections,text): return None
