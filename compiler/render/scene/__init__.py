"""Pictures composed from a vocabulary of parts: recipes are YAML, a picture is filled polygons back to front."""
